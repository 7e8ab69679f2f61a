import MediaCore

/// A wished-for state of one thing on the server, in its own words: how to read that thing, whether it shows the wish, and how
/// to make it so. Requests are never stored, for toggles undo themselves when they are repeated.
protocol VaultWish: Codable, Hashable, Sendable {
  associatedtype Known: Codable & Hashable & Sendable
  static var kind: Intent.Kind { get }
  /// Wishes about one target go out in their order.
  var target: String { get }
  /// The thing as it is on the server; nil when it is not there.
  func read(_ calls: WishCalls) async throws(ClientError) -> Known?
  func decide(_ known: Known?) -> WishDecision
  func write(_ calls: WishCalls, _ known: Known?, _ intent: Intent) async throws(ClientError)
  func isShown(by known: Known?) -> Bool
  /// The wish that stands for this one, which still waits, and a newer one; nil when both have to go out.
  func merged(with newer: Self) -> Self?
  /// What is left to do of this one when a newer one is on the server: that this had ended did not reach the disk.
  func remainder(after newer: Self) -> Self
  /// Shows it on what is known here.
  func apply(to known: inout KnownVault)
}

enum WishDecision: Hashable, Sendable {
  case alreadyTrue
  case write
  case refuse(Reason)

  /// Why the server will not have a wish, as an app can read it in ``Intent/State-swift.enum/refused(reason:)``.
  enum Reason: String, Sendable {
    /// What it is about is not there any more.
    case gone
    /// Its id belongs to something else now.
    case anotherTitle
    /// A film and a series of that id are in the list, and the server would take the wrong one.
    case ambiguous
  }
}

extension VaultWish {
  func decide(_ known: Known?) -> WishDecision { isShown(by: known) ? .alreadyTrue : .write }
  func merged(with newer: Self) -> Self? { newer }
  func remainder(after newer: Self) -> Self { merged(with: newer) ?? self }
  func apply(to known: inout KnownVault) {}
}

extension IntentHandler {
  init<Wish: VaultWish>(_ type: Wish.Type, _ calls: WishCalls) {
    self.init(
      Wish.kind,
      read: { (intent) async throws(ClientError) in
        do throws(ClientError) {
          guard let known = try await Wish.of(intent).read(calls.about(intent)) else { return nil }
          return try JSONValue(encoding: known)
        } catch {
          guard error.detail == ClientError.VaultDetail.noSuchList else { throw error }
          return Self.noSuchList
        }
      },
      merge: { intent, server in
        guard let wish = intent.wish.decoded(Wish.self) else { return .refuse(reason: "unreadable") }
        guard server != Self.noSuchList else { return .refuse(reason: WishDecision.Reason.gone.rawValue) }
        switch wish.decide(server?.decoded(Wish.Known.self)) {
        case .alreadyTrue: return .alreadyTrue
        case .write: return .write(intent.wish)
        case .refuse(let reason): return .refuse(reason: reason.rawValue)
        }
      },
      write: { (intent, value, server) async throws(ClientError) in
        try await Wish.of(intent).write(calls.about(intent), server?.decoded(Wish.Known.self), intent)
      },
      isReflected: { value, server in
        value.decoded(Wish.self)?.isShown(by: server?.decoded(Wish.Known.self)) ?? false
      },
      combine: { older, newer in
        guard let old = older.wish.decoded(Wish.self), let new = newer.decoded(Wish.self),
          let merged = old.merged(with: new)
        else { return nil }
        return try? JSONValue(encoding: merged)
      },
      remainder: { older, newer in
        guard let old = older.wish.decoded(Wish.self), let new = newer.decoded(Wish.self) else { return older.wish }
        return (try? JSONValue(encoding: old.remainder(after: new))) ?? older.wish
      })
  }

  /// Stands for the server's state of a list that was made here and will not get there: whatever was wished of it, also that
  /// something is not in it, cannot be told from what is not there.
  private static let noSuchList: JSONValue = "noSuchList"
}

extension VaultWish {
  fileprivate static func of(_ intent: Intent) throws(ClientError) -> Self {
    guard let wish = intent.wish.decoded(Self.self) else {
      throw ClientError(.invalidRequest, operation: "vault.wish")
    }
    return wish
  }
}

/// Nil for a thing that the server says is not there; a page or a proxy in its place is no such word.
func ifPresent<Value: Sendable>(
  _ read: () async throws(ClientError) -> Value
) async throws(ClientError) -> Value? {
  do throws(ClientError) { return try await read() } catch {
    guard error.kind == .notFound, error.serverMessage != nil else { throw error }
    return nil
  }
}
