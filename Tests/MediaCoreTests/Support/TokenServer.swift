import Foundation
import MediaCore
import MediaTesting
import TestSupport

/// The server of a ``TestService``: one valid pair of tokens at a time, numbered; renewing makes the next.
final class TokenServer: Transport {
  struct State {
    /// Number of the valid pair.
    var current = 0
    /// Numbers of access tokens that count besides the current one.
    var alsoValid: Set<Int> = []
    var isGenuine = true
    var renewals = 0
    var requests: [HTTPRequest] = []
  }

  private let state = Locked(State())
  let refusals = Counter()
  /// Answers a renewal; nil lets the server answer as usual.
  private let onRenew: Locked<(@Sendable () async throws -> HTTPResponse?)?> = Locked(nil)
  /// Called with each read before it is answered.
  private let onRead: Locked<(@Sendable (HTTPRequest) async throws -> Void)?> = Locked(nil)

  init(current: Int = 0) { state.withLock { $0.current = current } }

  var renewals: Int { state.withLock { $0.renewals } }
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func update(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }
  func whenRenewing(_ hook: (@Sendable () async throws -> HTTPResponse?)?) { onRenew.withLock { $0 = hook } }
  func whenReading(_ hook: (@Sendable (HTTPRequest) async throws -> Void)?) { onRead.withLock { $0 = hook } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    state.withLock { $0.requests.append(request) }
    switch request.operation {
    case "test.status": return state.withLock { $0.isGenuine } ? .json(["app": "test"]) : .loginPage
    case "test.renew":
      state.withLock { $0.renewals += 1 }
      if let hook = onRenew.withLock({ $0 }), let answer = try await hook() { return answer }
      return renewed(for: request)
    default:
      if let hook = onRead.withLock({ $0 }) { try await hook(request) }
      let isValid = state.withLock { state in
        ([state.current] + Array(state.alsoValid)).contains {
          request.fields["Authorization"] == "Bearer access-\($0)"
        }
      }
      if isValid { return .text("text \(request.url.lastPathComponent)") }
      refusals.add()
      return .text("Unauthorized", status: 401)
    }
  }

  private func renewed(for request: HTTPRequest) -> HTTPResponse {
    state.withLock { state in
      guard request.fields["x-refresh-token"] == "refresh-\(state.current)" else {
        return .json(["error": "Invalid refresh token"], status: 401)
      }
      state.current += 1
      return .pair(state.current)
    }
  }
}

extension HTTPResponse {
  static func pair(_ number: Int, expiresAt: Date? = nil) -> HTTPResponse {
    var value: JSONValue = ["accessToken": "access-\(number)", "refreshToken": "refresh-\(number)"]
    value["expiresAt"] = expiresAt.map { .integer($0.milliseconds) }
    return .json(value)
  }
}

/// A store that can be locked, or refuse to write, and records what it did.
final class FlakyStore: SecretStore {
  struct Fault: Error {}

  private let base = MemorySecretStore()
  private let faults = Locked<(reads: Bool, writes: Bool, deletes: Bool)>((false, false, false))
  private let tell: @Sendable (String) -> Void

  init(tell: @escaping @Sendable (String) -> Void = { _ in }) { self.tell = tell }

  func set(reads: Bool = false, writes: Bool = false, deletes: Bool = false) {
    faults.withLock { $0 = (reads, writes, deletes) }
  }

  func read(_ key: String) throws -> Secret? {
    if faults.withLock({ $0.reads }) { throw Fault() }
    return try base.read(key)
  }

  func write(_ secret: Secret, key: String) throws {
    if faults.withLock({ $0.writes }) { throw Fault() }
    try base.write(secret, key: key)
    tell("write \(secret.reveal().contains("access-1") ? "access-1" : "other")")
  }

  func delete(_ key: String) throws {
    if faults.withLock({ $0.deletes }) { throw Fault() }
    try base.delete(key)
    tell("delete")
  }
}
