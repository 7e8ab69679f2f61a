#if os(Linux) && !APPLE_STANDINS
  import Foundation

  /// The servers whose kept connections may be dead. A router that forgets an idle device forgets all of its connections at once, without
  /// any notice: each of them takes a request and stays silent. After one such request the others are not used again, otherwise each repeat
  /// would spend its whole time on another one of them.
  struct KeptConnections: Sendable {
    /// The connections that a request may use.
    enum Choice: Sendable, Hashable {
      case any
      /// Those that were used within so many seconds.
      case usedWithin(seconds: Int)
      case onlyNew
    }

    private struct Doubt {
      /// When a request got no answer, in nanoseconds of the uptime.
      let since: UInt64
      /// Whether the server has answered since then, over a new connection.
      var isAnswered = false
    }

    /// libcurl itself uses no connection that was idle for longer.
    private static let longestIdle: UInt64 = 118_000_000_000

    private let doubts = Locked<[Origin: Doubt]>([:])

    /// - Parameter now: nanoseconds of the uptime.
    func choice(for origin: Origin, at now: UInt64) -> Choice {
      doubts.withLock { doubts in
        guard let doubt = doubts[origin] else { return .any }
        let age = now > doubt.since ? now - doubt.since : 0
        guard age < Self.longestIdle else {
          doubts[origin] = nil
          return .any
        }
        // libcurl counts in whole seconds and reads 0 as any age: pass at least 1.
        return doubt.isAnswered ? .usedWithin(seconds: max(1, Int(age / 1_000_000_000))) : .onlyNew
      }
    }

    /// Notes a request that ended without an answer.
    func noteFailure(_ failure: any Error, of origin: Origin, at now: UInt64) {
      switch failure as? TransportFailure {
      case .timedOut, .unreachable(.connectionLost): doubts.withLock { $0[origin] = Doubt(since: now) }
      default: break
      }
    }

    /// Notes an answer: the connection that carried it can be used again.
    func noteAnswer(of origin: Origin) { doubts.withLock { $0[origin]?.isAnswered = true } }
  }
#endif
