import Foundation
import MediaCore

/// The server of ``Probe``: values under names.
final class ProbeServer: Sendable {
  private struct State {
    var values: [String: String] = [:]
    var written: [String] = []
    var reads = 0
  }

  private let state = Locked(State())
  private let failure: @Sendable () -> ClientError?

  /// - Parameter failure: the error of each call; nil lets it through.
  init(failure: @escaping @Sendable () -> ClientError?) { self.failure = failure }

  /// Every value that was written.
  var written: [String] { state.withLock { $0.written } }
  var reads: Int { state.withLock { $0.reads } }

  func read(_ target: String) throws(ClientError) -> String? {
    state.withLock { $0.reads += 1 }
    if let error = failure() { throw error }
    return state.withLock { $0.values[target] }
  }

  func write(_ target: String, _ value: String) throws(ClientError) {
    if let error = failure() { throw error }
    state.withLock { state in
      state.values[target] = value
      state.written.append(value)
    }
  }
}

/// A change that goes through the queue of any service, beside its own.
struct Probe: Mutation {
  static let kind: MutationKind = "attack.probe"

  let target: String
  let value: String

  func fetch(_ api: ProbeServer, _ context: MutationContext) async throws(ClientError) -> String? {
    try api.read(target)
  }

  func perform(_ api: ProbeServer, over remote: String?, _ context: MutationContext) async throws(ClientError) {
    try api.write(target, value)
  }

  func isReflected(in remote: String?) -> Bool { remote == value }
  func coalesced(with newer: Self) -> Self? { newer }
}
