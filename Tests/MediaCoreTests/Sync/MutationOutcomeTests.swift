import TestSupport
import Testing

@testable import MediaCore

@Suite("Outcome of a change")
struct MutationOutcomeTests {
  private static let waits: [(ClientError.Kind?, MutationOutcome.Wait)] = [
    (nil, .network), (.unreachable, .network), (.timedOut, .network), (.cancelled, .network), (.signedOut, .signIn),
    (.storage, .device), (.server, .server), (.rateLimited, .server), (.wrongServer, .server), (.conflict, .server),
  ]

  @Test("a change that waits says for what", arguments: waits)
  func wait(kind: ClientError.Kind?, wait: MutationOutcome.Wait) {
    let outcome = MutationOutcome.waiting(kind.map { ClientError($0, operation: "write") })
    #expect(outcome.wait == wait)
  }

  @Test("each wait has a sentence of its own, and a change on the server has none")
  func texts() {
    let texts = Self.waits.compactMap { kind, _ in
      MutationOutcome.waiting(kind.map { ClientError($0, operation: "write") }).text(.english)
    }
    #expect(texts.count == Self.waits.count && Set(texts).count == 4)
    let expired = MutationOutcome.waiting(ClientError(.signedOut, operation: "write"))
    #expect(expired.text(.english) == "Saved on this device. It is sent after you sign in again.")
    let inUse = MutationOutcome.waiting(ClientError(.storage, operation: "write", detail: "inUse"))
    #expect(inUse.wait == .app && inUse.text(.english) == "Saved on this device. The app sends it when it runs.")
    #expect(MutationOutcome.synced.text(.english) == nil && MutationOutcome.written.text(.english) == nil)
    #expect(MutationOutcome.synced.wait == nil)
    let refused = ClientError(.forbidden, operation: "write")
    #expect(MutationOutcome.refused(refused).text(.english) == refused.text(.english))
  }
}
