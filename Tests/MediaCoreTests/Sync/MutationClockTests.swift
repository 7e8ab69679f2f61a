import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The clocks of a merge")
struct MutationClockTests {
  @Test("a merge has the server's time from the read before it, also when that is the server's first answer")
  func firstAnswer() async throws {
    let server = DatedServer()
    let outbox = Outbox(
      account: "ada", path: "outbox/queue", environment: .manual(),
      lanes: .kept([MutationHandler(SetDate.self, server)]), serverNow: { server.known },
      report: { _ in }, notify: { _, _ in })
    let record = try await outbox.accept(SetDate(), base: nil, cause: "user")
    await outbox.flush(.call)
    #expect(server.written == DatedServer.time)
    #expect(try await outbox.record(record.id)?.state == .synced)
  }
}

/// A server whose time is known once it has answered.
private final class DatedServer: Sendable {
  static let time = Date(timeIntervalSince1970: 1_700_000_000)

  private let state = Locked<(known: Date?, written: Date?)>((nil, nil))

  var known: Date? { state.withLock { $0.known } }
  var written: Date? { state.withLock { $0.written } }

  func read() -> Date? {
    state.withLock { state in
      state.known = Self.time
      return state.written
    }
  }

  func write(_ date: Date?) { state.withLock { $0.written = date } }
}

/// Writes the server's time.
private struct SetDate: Mutation {
  static let kind: MutationKind = "test.date"

  var target = "date"
  var date: Date?

  func fetch(_ api: DatedServer, _ context: MutationContext) async throws(ClientError) -> Date? { api.read() }

  func resolve(_ merge: MergeInput<SetDate>) -> Resolution<SetDate> {
    var mutation = self
    mutation.date = merge.serverNow
    return .write(mutation)
  }

  func perform(_ api: DatedServer, over remote: Date?, _ context: MutationContext) async throws(ClientError) {
    api.write(date)
  }

  func isReflected(in remote: Date?) -> Bool { remote != nil && remote == date }
}
