@_exported public import MediaTesting
