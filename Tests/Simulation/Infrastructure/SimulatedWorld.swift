import Foundation
import MediaTesting

@testable import MediaCore

/// The world of one run: its scheduler, its random numbers, the server, and the violations. Each service adds its server.
///
/// `@unchecked Sendable`: one simulation is one thread.
class SimulatedWorld: @unchecked Sendable {
  let number: UInt64
  let scheduler: DeterministicScheduler
  let sabotage: Sabotage?
  var dice: SplitMix
  let faults: Set<Fault>
  var faultCounts: [Fault: Int] = [:]
  var requestCount = 0
  var isHealed = false
  var violations: [String] = []
  /// Losses within a limit that Documentation/Offline.md names.
  var limits: [String] = []
  /// The server's ids of the users, and their names.
  var names: [String: String] = [:]
  /// The users; devices begin with the first.
  static let users = ["ada", "grace"]
  static let passwords = ["ada": "correct horse", "grace": "battery staple"]

  private(set) var traceHash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var trace: [String] = []
  private let keepsTrace: Bool

  init(_ number: UInt64, scheduler: DeterministicScheduler, sabotage: Sabotage?, keepsTrace: Bool) {
    self.number = number
    self.scheduler = scheduler
    self.sabotage = sabotage
    self.keepsTrace = keepsTrace
    var dice = SplitMix(number &+ 0x51_7C_C1_B7)
    faults = Set(Fault.allCases.filter { _ in dice.next() % 2 == 0 })
    self.dice = dice
  }

  // MARK: The server, which a service supplies

  func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 500) }
  func restartServer() {}
  func revokeAllTokens() {}
  /// Whether a poll of a live connection has nothing to bring yet.
  func hasToWait(_ request: HTTPRequest) -> Bool { false }
  /// Called when data on the server may have changed.
  func noteWrite() {}
  /// Whether the server itself has ended a sign-in with this answer.
  func endsSignIn(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool { false }

  func serve(_ request: HTTPRequest, for device: SimulatedDevice) -> HTTPResponse {
    if strikes(.serverRestart, 0.01) { restartServer() }
    if strikes(.revoked, 0.002) {
      revokeAllTokens()
      log("all tokens revoked")
    }
    let response = respond(to: request)
    if endsSignIn(request, response) { device.mayExpire = true }
    if request.method != .get { noteWrite() }
    return response
  }

  /// Details for the trace about a request that reached the server, beside its name and size.
  func details(of request: HTTPRequest) -> String? { nil }

  /// Called when a request is sent; returns its number in the world's record, nil in a world without one.
  func begins(_ request: HTTPRequest, on device: SimulatedDevice) -> Int? { nil }
  /// Called when the request reaches the server.
  func arrives(_ mark: Int) {}
  /// Called when the server has answered the request.
  func isServed(_ mark: Int) {}
  /// Called when the sender has the whole answer.
  func isAnswered(_ mark: Int, _ response: HTTPResponse) {}
  /// Called when the request timed out, was cancelled or ended with its process: its sender cannot find out whether it arrived.
  func isLost(_ mark: Int) {}

  /// The lifetime of a token in this run; nil for the server's own.
  func drawExpiry() -> Double? {
    guard faults.contains(.expiry) else { return nil }
    faultCounts[.expiry] = 1
    return Double(100 + dice.next() % 900)
  }

  // MARK: Time and chance

  var clock: any TimeSource { ServerTime(scheduler: scheduler) }
  var serverNow: Date { clock.now() }

  func pick<Value>(_ values: [Value]) -> Value { values[Int(dice.next() % UInt64(values.count))] }

  func fraction() -> Double { Double(dice.next() >> 11) / Double(1 << 53) }

  func seconds(_ range: ClosedRange<Double>) -> Duration {
    .milliseconds(Int((range.lowerBound + fraction() * (range.upperBound - range.lowerBound)) * 1000))
  }

  func strikes(_ fault: Fault, _ chance: Double) -> Bool {
    guard faults.contains(fault), !isHealed, fraction() < chance else { return false }
    faultCounts[fault, default: 0] += 1
    return true
  }

  func networkFault(for request: HTTPRequest, on device: SimulatedDevice) -> Fault? {
    if isHealed { return nil }
    if device.isOffline {
      faultCounts[.offline, default: 0] += 1
      return .offline
    }
    if let host = device.stoppedHost, request.url.host == host {
      faultCounts[.addressSwitch, default: 0] += 1
      return .addressSwitch
    }
    var fraction = fraction()
    for fault in Fault.ofRequests where faults.contains(fault) {
      guard let chance = fault.perRequest else { continue }
      if fraction < chance {
        faultCounts[fault, default: 0] += 1
        return fault
      }
      fraction -= chance
    }
    return nil
  }

  // MARK: What happened

  func log(_ line: String) {
    if DeterministicScheduler.current !== scheduler { violations.append("escaped the simulation: \(line)") }
    let line = "\(scheduler.now.milliseconds) \(line)"
    for byte in line.utf8 { traceHash = (traceHash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if keepsTrace { trace.append(line) }
  }

  func limit(_ text: String) {
    log("LIMIT \(text)")
    limits.append(text)
  }

  func violation(_ text: String) {
    log("VIOLATION \(text)")
    violations.append(text)
  }
}

private struct ServerTime: TimeSource {
  let scheduler: DeterministicScheduler

  func now() -> Date { ManualClock.defaultStart + scheduler.now.seconds }
  func uptime() -> Duration { scheduler.now }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {}
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
