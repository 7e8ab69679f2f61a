@_exported public import MediaCore
