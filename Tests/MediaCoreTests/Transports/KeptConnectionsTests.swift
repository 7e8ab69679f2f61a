#if os(Linux)
  import Foundation
  import Testing

  @testable import MediaCore

  @Suite("Connections that libcurl keeps")
  struct KeptConnectionsTests {
    private let kept = KeptConnections()
    private let nas = Origin(scheme: "http", host: "nas.test", port: 80)
    private let other = Origin(scheme: "http", host: "nas.test", port: 81)
    private static let second: UInt64 = 1_000_000_000

    private func choice(_ seconds: UInt64, of origin: Origin? = nil) -> KeptConnections.Choice {
      kept.choice(for: origin ?? nas, at: seconds * Self.second)
    }

    @Test("after a request without an answer only new ones of that server are used until it answers")
    func fresh() {
      #expect(choice(100) == .any)
      kept.noteFailure(TransportFailure.timedOut, of: nas, at: 100 * Self.second)
      #expect(choice(100) == .onlyNew)
      #expect(choice(110) == .onlyNew)
      #expect(choice(110, of: other) == .any)
      kept.noteFailure(TransportFailure.unreachable(.connectionLost), of: other, at: 110 * Self.second)
      #expect(choice(111, of: other) == .onlyNew)
    }

    @Test("after its answer the ones of before stay unused, until libcurl itself has given them up")
    func answered() {
      kept.noteFailure(TransportFailure.timedOut, of: nas, at: 100 * Self.second)
      kept.noteAnswer(of: nas)
      #expect(choice(100) == .usedWithin(seconds: 1))
      #expect(choice(107) == .usedWithin(seconds: 7))
      #expect(choice(217) == .usedWithin(seconds: 117))
      #expect(choice(218) == .any)
      #expect(choice(219) == .any)
    }

    @Test("an answer without a failure before it, and failures that say nothing of connections, change nothing")
    func harmless() {
      kept.noteAnswer(of: nas)
      let failures: [TransportFailure] = [.unreachable(.refused), .tls(.expired), .cancelled, .tooLarge, .malformed]
      for failure in failures { kept.noteFailure(failure, of: nas, at: 100 * Self.second) }
      kept.noteFailure(CancellationError(), of: nas, at: 100 * Self.second)
      #expect(choice(100) == .any)
    }
  }
#endif
