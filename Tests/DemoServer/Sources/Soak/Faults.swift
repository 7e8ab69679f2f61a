import Foundation
import MediaCore
import MediaTesting

/// Switches faults on and off at the control port: some by a seeded schedule, the loss of the whole network also by hand.
@MainActor
final class Faults {
  enum Kind: String, CaseIterable {
    case off = "network off"
    case lost = "answers lost"
    case slow = "slow"
    case proxy = "a proxy’s sign-in page"
    case restart = "Restart on the same data"
    case signInsEnded = "End all sign-ins"

    /// Whether the fault lasts until it is switched off.
    var lasts: Bool { self != .restart && self != .signInsEnded }
  }

  static let services = ["shelf", "tally", "vault", "hub"]

  private let control: String
  private let transport = DefaultTransport(maximumConnections: 1)
  private let random: SeededRandom
  private let say: @MainActor @Sendable (String) -> Void
  private var schedule: Task<Void, Never>?
  /// The number of times that each fault was switched on.
  private(set) var counts: [Kind: Int] = [:]
  var count: Int { counts.values.reduce(0, +) }
  /// The faults that are on now, as `shelf: slow`.
  private(set) var active: Set<String> = []
  private(set) var problem: String?

  init(control: String, seed: UInt64, say: @escaping @MainActor @Sendable (String) -> Void) {
    self.control = control
    self.say = say
    random = SeededRandom(seed: seed)
  }

  /// Asks for the page once, so that its elements exist, and lets tokens of Shelf run out every five minutes. Shorter lives would spend
  /// the requests that a client may send in ten minutes to renew them.
  func prepare() async throws {
    try await send(.post, "/shelf/fresh?ACCESS_TOKEN_EXPIRY=300&RATE_LIMIT_AUTH_MAX=100000", nil)
    try await send(.get, "/panels", nil)
  }

  func start() {
    schedule = Task { [weak self] in
      while !Task.isCancelled {
        guard let self else { return }
        do {
          try await self.oneFault()
        } catch is CancellationError {
          return
        } catch { self.problem = "the control port: \(error)" }
      }
    }
  }

  /// Ends the schedule and makes the network whole.
  func stop() async throws {
    schedule?.cancel()
    await schedule?.value
    schedule = nil
    for kind in Kind.allCases where kind.lasts {
      for service in Self.services { try await set(kind, of: service, false) }
    }
  }

  /// Takes the network from all services at once, or gives it back.
  func setOffline(_ isOffline: Bool) async throws {
    for service in Self.services { try await set(.off, of: service, isOffline) }
  }

  private func oneFault() async throws {
    try await sleep(6, 18)
    let service = random.pick(Self.services)
    let kind = random.pick(Kind.allCases)
    guard kind != .signInsEnded || service != "hub" else { return }
    counts[kind, default: 0] += 1
    say("fault: \(service): \(kind.rawValue)")
    guard kind.lasts else { return try await use("\(service)/\(kind.rawValue)", "") }
    try await set(kind, of: service, true)
    try? await sleep(3, 10)
    try await set(kind, of: service, false)
    try Task.checkCancellation()
  }

  private func set(_ kind: Kind, of service: String, _ isOn: Bool) async throws {
    let name = "\(service): \(kind.rawValue)"
    if isOn { active.insert(name) } else { active.remove(name) }
    try await use("\(service)/\(name)", isOn ? "1" : "0")
  }

  private func use(_ element: String, _ value: String) async throws {
    try await send(.post, "/use", try JSONEncoder().encode(["id": element, "value": value]))
  }

  private func send(_ method: HTTPMethod, _ path: String, _ body: Data?) async throws {
    guard let url = URL(string: control + path) else { throw SoakProblem("no address: \(control)") }
    // A task of its own: the end of the schedule must not cancel a switch that is on its way.
    let response = try await Task { [transport] in
      try await transport.send(HTTPRequest(method: method, url: url, body: body ?? (method == .post ? Data() : nil)))
    }.value
    guard response.status == 200 else { throw SoakProblem("\(path): status \(response.status)") }
  }

  private func sleep(_ least: Double, _ most: Double) async throws {
    try await Task.sleep(for: .seconds(random.number(least, most)))
  }
}

extension SeededRandom {
  func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }

  func any<Element>(_ elements: [Element]) -> Element? { elements.isEmpty ? nil : pick(elements) }

  func number(_ least: Double, _ most: Double) -> Double {
    least + (most - least) * Double(next() % 1_000_000) / 1_000_000
  }

  /// True once in `count` times.
  func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }
}
