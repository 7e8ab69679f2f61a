/// The reason why an exported file was not imported. The import has then changed nothing.
public enum ImportProblem: String, Sendable, Hashable, CaseIterable {
  /// The file is not an export, is cut off, or was altered.
  case damaged = "exportDamaged"
  /// A newer version of the app made the file, in a form that this version cannot read.
  case newerVersion = "exportNewerVersion"
  /// The file is of another service.
  case anotherService = "exportOfAnotherService"
  /// The file is of another server, or of the same server under an address that this service does not have.
  case anotherServer = "exportOfAnotherServer"
  /// The file is of another account than the one that is signed in.
  case anotherAccount = "exportOfAnotherAccount"
}

extension ClientError {
  /// The reason why an exported file was not imported; nil for any other error.
  public var importProblem: ImportProblem? {
    operation == .dataImport ? detail.flatMap(ImportProblem.init(rawValue:)) : nil
  }

  init(_ problem: ImportProblem) { self.init(.invalidRequest, operation: .dataImport, detail: problem.rawValue) }
}
