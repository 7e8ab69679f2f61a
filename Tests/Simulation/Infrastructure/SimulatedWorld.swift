import Foundation
import MediaTesting

@testable import MediaCore

/// The world of one run: its scheduler, its random numbers, the server, and the violations. Each service adds its server.
///
/// `@unchecked Sendable`: one simulation is one thread.
class SimulatedWorld: @unchecked Sendable {
  let setup: Simulation.Setup
  let scheduler: DeterministicScheduler
  var dice: SplitMix
  /// The dice of the faults of ``Fault/added``.
  private var addedDice: SplitMix
  let faults: Set<Fault>
  private(set) var faultCounts: [Fault: Int] = [:]
  /// The faults of requests, by kind of request.
  private(set) var cells: [Fault: [String: Int]] = [:]
  /// The requests, by kind.
  var requestKinds: [String: Int] = [:]
  /// The number of times that a fault's turn came, including those that a shortened run leaves out.
  private(set) var occurrences = 0
  var requestCount = 0
  /// The most steps of a device.
  var longestLife = 0
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

  var number: UInt64 { setup.number }
  var sabotage: Sabotage? { setup.sabotage }

  init(_ setup: Simulation.Setup, _ scheduler: DeterministicScheduler) {
    self.setup = setup
    self.scheduler = scheduler
    var dice = SplitMix(setup.number &+ 0x51_7C_C1_B7)
    let first = Fault.first.filter { _ in dice.next() % 2 == 0 }
    self.dice = dice
    var added = SplitMix(setup.number &* 0x6A09_E667_F3BC_C909 &+ 0xB5)
    faults = Set(first + Fault.added.filter { _ in added.next() % 2 == 0 && setup.load != .first })
    addedDice = added
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

  /// Keeps a copy of the server's data.
  func backUp() {}
  /// Replaces the server's data by the last copy.
  func restoreBackup() {}
  /// Stops a part that the server needs, or starts all of them again.
  func setOutage(_ part: Int?) {}

  /// When the server last came back from a backup: what it had been given between the copy and this moment is gone.
  private(set) var restoredAt: Duration?
  private var served = 0

  private func disturb(_ request: HTTPRequest) {
    if has(.restoredBackup), served % 40 == 0 { backUp() }
    served += 1
    if strikesAdded(.restoredBackup, 0.004, on: request) {
      restoreBackup()
      restoredAt = scheduler.now
      log("the server is back from its backup")
      noteWrite()
    }
    if strikesAdded(.outage, 0.01, on: request) {
      let part = Int(addedDice.next() % 2)
      log("outage \(part)")
      setOutage(part)
      scheduler.at(scheduler.now + .seconds(Double(30 + addedDice.next() % 600))) { self.setOutage(nil) }
    }
  }

  func serve(_ request: HTTPRequest, for device: SimulatedDevice) -> HTTPResponse {
    disturb(request)
    if strikes(.serverRestart, 0.01, on: request) { restartServer() }
    if strikes(.revoked, 0.002, on: request) {
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
    let seconds = Double(100 + dice.next() % 900)
    return happens(.expiry) ? seconds : nil
  }

  // MARK: Time and chance

  var clock: any TimeSource { ServerTime(scheduler: scheduler) }
  var serverNow: Date { clock.now() }

  func pick<Value>(_ values: [Value]) -> Value { values[Int(dice.next() % UInt64(values.count))] }

  func fraction() -> Double { Double(dice.next() >> 11) / Double(1 << 53) }

  func seconds(_ range: ClosedRange<Double>) -> Duration {
    .milliseconds(Int((range.lowerBound + fraction() * (range.upperBound - range.lowerBound)) * 1000))
  }

  func strikes(_ fault: Fault, _ chance: Double, on request: HTTPRequest? = nil) -> Bool {
    guard faults.contains(fault), !isHealed, fraction() < chance else { return false }
    return happens(fault, on: request)
  }

  /// The same for a fault of ``Fault/added``.
  func strikesAdded(_ fault: Fault, _ chance: Double, on request: HTTPRequest? = nil) -> Bool {
    guard faults.contains(fault), !isHealed, Double(addedDice.next() >> 11) / Double(1 << 53) < chance else {
      return false
    }
    return happens(fault, on: request)
  }

  func pickAdded<Value>(_ values: [Value]) -> Value { values[Int(addedDice.next() % UInt64(values.count))] }

  /// Whether the run has a fault, and does not leave it out.
  func has(_ fault: Fault) -> Bool { faults.contains(fault) && !setup.cut.faults.contains(fault) }

  /// Counts a fault whose turn has come.
  /// - Returns: false when a shortened run leaves this one out. Its dice were thrown all the same, so that the run up to here stays as it was.
  private func happens(_ fault: Fault, on request: HTTPRequest? = nil) -> Bool {
    occurrences += 1
    if setup.cut.faults.contains(fault) || setup.cut.occurrences.contains(occurrences) { return false }
    faultCounts[fault, default: 0] += 1
    if fault.hitsRequests, let request { cells[fault, default: [:]][request.operation.description, default: 0] += 1 }
    return true
  }

  func networkFault(for request: HTTPRequest, on device: SimulatedDevice) -> Fault? {
    if isHealed { return nil }
    if let first = firstFault(for: request, on: device) { return first }
    if setup.load == .even, let fault = evenFault(for: request) { return fault }
    for fault in [Fault.redirect, .emptyAnswer] where strikesAdded(fault, fault.perRequest ?? 0, on: request) {
      return fault
    }
    return nil
  }

  /// One of all faults of requests, each as often as another, for each kind of request in its first turns: common requests do not crowd out
  /// rare ones.
  private func evenFault(for request: HTTPRequest) -> Fault? {
    let turns = requestKinds[request.operation.description] ?? 0
    guard addedDice.next() % (turns <= 4 ? 2 : 8) == 0 else { return nil }
    let fault = pickAdded(Fault.even)
    return happens(fault, on: request) ? fault : nil
  }

  private func firstFault(for request: HTTPRequest, on device: SimulatedDevice) -> Fault? {
    if device.isOffline { return happens(.offline, on: request) ? .offline : nil }
    if let host = device.stoppedHost, request.url.host == host {
      return happens(.addressSwitch, on: request) ? .addressSwitch : nil
    }
    var fraction = fraction()
    for fault in Fault.ofRequests where faults.contains(fault) {
      guard let chance = fault.perRequest else { continue }
      if fraction < chance { return happens(fault, on: request) ? fault : nil }
      fraction -= chance
    }
    return nil
  }

  // MARK: What happened

  func log(_ line: String) {
    if DeterministicScheduler.current !== scheduler { violations.append("escaped the simulation: \(line)") }
    let line = "\(scheduler.now.milliseconds) \(line)"
    for byte in line.utf8 { traceHash = (traceHash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if setup.keepsTrace { trace.append(line) }
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
