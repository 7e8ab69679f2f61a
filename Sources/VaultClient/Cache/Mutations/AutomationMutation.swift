public import MediaCore

extension VaultStore {
  /// Sets whether the server repeats the import of a Jellyfin library automatically.
  /// - Parameter library: the id of the ``LibraryImport``.
  @discardableResult
  public func setAutomated(_ isAutomated: Bool, library: Int) async throws(ClientError) -> Submission {
    try await submit(AutomationMutation(library: library, isAutomated: isAutomated), as: .edited)
  }
}

struct AutomationMutation: VaultMutation {
  static let kind: MutationKind = "vault.automation"

  var library: Int
  var isAutomated: Bool

  var target: String { "library/\(library)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> LibraryImport? {
    try await api.imports.history().first { $0.id == library }
  }

  func refusal(over remote: LibraryImport?) -> VaultRefusal? { remote == nil ? .gone : nil }

  func perform(_ api: VaultAPI, over remote: LibraryImport?, _ context: MutationContext) async throws(ClientError) {
    _ = try await api.imports.toggleAutomation(library)
  }

  func isReflected(in remote: LibraryImport?) -> Bool { remote?.isAutomated == isAutomated }
}
