extension SharedObjects {
  /// Takes the lock of the folder once for the process, before it makes a value that two processes must not make differently.
  /// - Throws: `storage`, with the detail `inUse` when another process holds the folder.
  package func hold(_ files: any FileSystem, for operation: OperationID) throws(ClientError) {
    do { try lock(files) } catch {
      throw ClientError(.storage, operation: operation, detail: (error as? FileSystemError)?.detail)
    }
  }
}
