import MediaCore

/// A library shall be imported by itself, or not.
struct AutomationWish: VaultWish {
  static let kind: Intent.Kind = "vault.automation"

  var library: Int
  var isAutomated: Bool

  var target: String { "library/\(library)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> LibraryImport? {
    try await calls.imports.history().first { $0.id == library }
  }

  func decide(_ known: LibraryImport?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    return known.isAutomated == isAutomated ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: LibraryImport?, _ intent: Intent) async throws(ClientError) {
    _ = try await calls.imports.toggleAutomation(library)
  }

  func isShown(by known: LibraryImport?) -> Bool { known?.isAutomated == isAutomated }
}
