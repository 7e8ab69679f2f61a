/// The reason why an exported file was not imported. For each of these reasons, the import has changed nothing on this device.
public enum ImportProblem: String, Sendable, Hashable, CaseIterable {
  /// The file is not an export, is incomplete, or was altered.
  case damaged = "exportDamaged"
  /// The file was exported by a newer version of the app, in a format that this version cannot read.
  case newerVersion = "exportNewerVersion"
  /// The file was exported from another service.
  case anotherService = "exportOfAnotherService"
  /// The file was exported from another server. It may also be the same server, under an address that this service does not have.
  case anotherServer = "exportOfAnotherServer"
  /// The file was exported from another account than the signed-in one.
  case anotherAccount = "exportOfAnotherAccount"
}

extension ClientError {
  /// The reason why an exported file was not imported; nil if this error does not come from an import, or if the import failed for another
  /// reason.
  public var importProblem: ImportProblem? {
    operation == .dataImport ? detail.flatMap(ImportProblem.init(rawValue:)) : nil
  }

  init(_ problem: ImportProblem) { self.init(.invalidRequest, operation: .dataImport, detail: problem.rawValue) }
}
