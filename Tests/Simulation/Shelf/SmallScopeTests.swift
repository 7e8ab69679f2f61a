import Foundation
import Testing

@testable import MediaCore
@testable import ShelfClient

/// Every way in which two devices with four events each can be interleaved, each event online or offline: 70 × 256 = 17,920
/// histories, against a server with the real rules for local sessions, from nothing and from a known place.
@Suite("Small scope: every history of two devices")
struct SmallScopeTests {
  /// A server with the rules F3–F6 of its routes: an upload moves the place unless a later one is stored, a new record gets the server's
  /// own time, and a patch always wins.
  struct Server: Hashable {
    var progress: MediaProgress?
    /// The total seconds of each session.
    var sessions: [String: Double] = [:]

    mutating func upload(_ mutation: ProgressMutation, now: Date) {
      let newest = mutation.stretches.max { $0.updatedAt < $1.updatedAt }?.id
      for stretch in mutation.stretches.sorted(by: { $0.updatedAt > $1.updatedAt }) {
        let isNewest = stretch.id == newest && !mutation.onlyStretches
        sessions[stretch.id] = stretch.seconds
        let at = isNewest ? mutation.at : stretch.updatedAt
        if let last = progress?.lastUpdate, last > at { continue }
        let place = isNewest && mutation.action == .listened ? mutation.position ?? stretch.position : stretch.position
        patch(ProgressUpdate(currentTime: place, lastUpdate: at), now: now)
      }
    }

    mutating func patch(_ update: ProgressUpdate, now: Date) {
      guard var known = progress else {
        progress = MediaProgress(
          id: "p", currentTime: update.currentTime ?? 0, isFinished: update.isFinished ?? false, lastUpdate: now)
        return
      }
      let before = known.currentTime
      if let isFinished = update.isFinished {
        if !isFinished, known.isFinished { known.currentTime = 0 }
        known.isFinished = isFinished
      }
      if let place = update.currentTime, update.isFinished == nil { known.currentTime = place }
      if known.currentTime != before, update.isFinished == nil { known.isFinished = false }
      known.lastUpdate = update.lastUpdate ?? now
      progress = known
    }
  }

  /// A device with the rules of the queue and ``ProgressMutation``: one waiting mutation, into which newer ones are merged.
  struct Device: Hashable {
    let name: String
    var acknowledged: MediaProgress?
    var waiting: ProgressMutation?
    var known: MediaProgress?

    mutating func act(_ event: ProgressMutation) {
      if waiting == nil { acknowledged = known }
      waiting = waiting?.coalesced(with: event) ?? event
    }

    /// - Parameter times: the number of attempts; more than one when an answer was lost and the same mutation is sent again.
    mutating func sync(_ server: inout Server, now: Date, times: Int = 1) {
      defer { known = server.progress }
      guard let made = waiting else { return }
      waiting = nil
      var sent: ProgressMutation?
      for _ in 0..<times {
        let merge = MergeInput(
          base: acknowledged, remote: server.progress, sent: sent, createdAt: now, serverNow: now, deviceNow: now)
        switch made.resolve(merge) {
        case .done, .refused: break
        case .superseded(_, let rest):
          sent = rest
          if let rest { server.upload(rest, now: now) }
        case .write(let mutation):
          sent = mutation
          if server.progress == nil, mutation.needsRecord {
            for _ in 0..<2 { server.patch(ProgressUpdate(lastUpdate: mutation.at - 0.001), now: now) }
          }
          if !mutation.stretches.isEmpty { server.upload(mutation, now: now) }
          write(mutation, &server, now)
          if mutation.creates, mutation.isStampedTooLate(server.progress?.lastUpdate) {
            server.patch(ProgressUpdate(lastUpdate: mutation.at), now: now)
          }
        }
      }
    }

    private func write(_ mutation: ProgressMutation, _ server: inout Server, _ now: Date) {
      switch mutation.action {
      case .listened: break
      case .position:
        if server.progress?.isFinished == true { server.patch(ProgressUpdate(isFinished: false), now: now) }
        server.patch(ProgressUpdate(currentTime: mutation.position, lastUpdate: mutation.at), now: now)
      case .finished: server.patch(ProgressUpdate(isFinished: true, lastUpdate: mutation.at), now: now)
      case .restart:
        guard let known = server.progress else { return }
        server.patch(
          known.isFinished
            ? ProgressUpdate(isFinished: false, lastUpdate: mutation.at)
            : ProgressUpdate(currentTime: 0, lastUpdate: mutation.at), now: now)
      }
    }
  }

  enum Event: Sendable { case listen, back, finish }

  static let item = PlayableID(libraryItemId: "item")
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  static func time(_ index: Int) -> Date { start + Double(index + 1) * 600 }

  /// The mutation for the event at `index` of a history, which is the event at `turn` of `device`.
  static func mutation(_ event: Event, device: Int, turn: Int, index: Int) -> ProgressMutation {
    let at = time(index)
    let place = Double(1000 + device * 5000 + turn * 100)
    switch event {
    case .listen:
      var mutation = ProgressMutation(
        item: item, action: .listened, position: place, duration: 9000, at: at, isServerTime: true)
      mutation.stretches = [
        ListeningStretch(
          id: "\(device).\(turn)", day: CalendarDay(at, in: .gmt), startedAt: at - 30, startPosition: place - 30,
          position: place, seconds: 30, updatedAt: at)
      ]
      return mutation
    case .back:
      return ProgressMutation(
        item: item, action: .position, position: place - 900, duration: 9000, at: at, isServerTime: true)
    case .finish: return ProgressMutation(item: item, action: .finished, at: at, isServerTime: true)
    }
  }

  /// All orders of four turns of each of two devices.
  static let interleavings: [[Int]] = (0..<256).map { bits in (0..<8).map { bits >> $0 & 1 } }
    .filter { $0.reduce(0, +) == 4 }

  struct Outcome: Hashable {
    var server: Server
    var devices: [Device]
  }

  static func play(
    _ order: [Int], online: Int, events: [[Event]], from known: MediaProgress?, final: [Int], times: Int = 1
  ) -> (outcome: Outcome, last: [ProgressMutation?]) {
    var server = Server(progress: known)
    var devices = (0..<2).map { Device(name: "\($0)", acknowledged: known, known: known) }
    var turns = [0, 0]
    var last: [ProgressMutation?] = [nil, nil]
    for (index, device) in order.enumerated() {
      let mutation = mutation(events[device][turns[device]], device: device, turn: turns[device], index: index)
      turns[device] += 1
      last[device] = mutation
      devices[device].act(mutation)
      if online >> index & 1 == 1 { devices[device].sync(&server, now: time(index) + 20, times: times) }
    }
    for (step, device) in final.enumerated() { devices[device].sync(&server, now: time(40 + step), times: times) }
    return (Outcome(server: server, devices: devices), last)
  }

  private static let scripts: [(name: String, events: [[Event]])] = [
    ("listening", [[.listen, .listen, .listen, .listen], [.listen, .listen, .listen, .listen]]),
    ("going back and finishing", [[.listen, .back, .listen, .finish], [.listen, .finish, .back, .listen]]),
  ]

  /// All 256 combinations of online and offline; without `LONG_RUNS=1` nineteen of them, different ones for each interleaving.
  private static func connections(_ order: Int) -> [Int] {
    if ProcessInfo.processInfo.environment["LONG_RUNS"] == "1" { return Array(0..<256) }
    return Array(stride(from: order * 5 % 14, to: 256, by: 14))
  }

  @Test(
    "17,920 histories: the order of the last syncs does not matter, repeating them changes nothing, all see the same place",
    arguments: 0..<2, [false, true])
  func histories(script: Int, fromKnown: Bool) {
    let events = Self.scripts[script].events
    let known =
      fromKnown
      ? MediaProgress(id: "p", currentTime: 77, isFinished: false, lastUpdate: Self.start) : nil
    var count = 0
    var failures: [String] = []
    var expected = 0
    for (number, order) in Self.interleavings.enumerated() {
      let connections = Self.connections(number)
      expected += connections.count
      for online in connections {
        count += 1
        let (one, last) = Self.play(order, online: online, events: events, from: known, final: [0, 1, 0, 1])
        let (other, _) = Self.play(order, online: online, events: events, from: known, final: [1, 0, 1, 0])
        let (again, _) = Self.play(order, online: online, events: events, from: known, final: [0, 1, 0, 1], times: 3)
        let place = Self.place(one.server.progress)
        var problems: [String] = []
        if place != Self.place(other.server.progress) { problems.append("does not commute") }
        if Self.place(again.server.progress) != place || again.server.sessions != one.server.sessions {
          problems.append("not idempotent")
        }
        if one.devices.contains(where: { Self.place($0.known) != place }) { problems.append("does not converge") }
        let newest = last.compactMap { $0 }.max { $0.at < $1.at }
        if let newest, let place, !newest.place.isSame(as: place) { problems.append("the later one lost") }
        let listened = order.indices.count { index in
          let turn = order[..<index].count { $0 == order[index] }
          return events[order[index]][turn] == .listen
        }
        if one.server.sessions.values.reduce(0, +) != Double(listened * 30) { problems.append("seconds") }
        if other.server.sessions != one.server.sessions { problems.append("seconds by order") }
        if !problems.isEmpty, failures.count < 5 { failures.append("\(order) \(online): \(problems)") }
      }
    }
    #expect(count == expected)
    #expect(count == 17_920 || count > 1250)
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  @Test("when only one device moved its last place counts, forward or backward, in all its 16 histories")
  func oneMoved() {
    for online in 0..<16 {
      for fromKnown in [false, true] {
        let known =
          fromKnown ? MediaProgress(id: "p", currentTime: 5000, isFinished: false, lastUpdate: Self.start) : nil
        let (outcome, last) = Self.play(
          [0, 0, 0, 0], online: online, events: [[.listen, .back, .listen, .back], []], from: known, final: [1, 0, 1])
        #expect(Self.place(outcome.server.progress) == last[0]?.place)
        #expect(outcome.devices.allSatisfy { Self.place($0.known) == last[0]?.place })
      }
    }
  }

  private static func place(_ progress: MediaProgress?) -> Place? {
    // The position of a finished item does not matter.
    progress.map { Place(position: $0.isFinished ? 0 : $0.currentTime ?? 0, isFinished: $0.isFinished) }
  }
}
