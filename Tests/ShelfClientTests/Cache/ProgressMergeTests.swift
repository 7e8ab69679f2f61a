import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("The merge of a progress mutation")
struct ProgressMergeTests {
  typealias Decision = Resolution<ProgressMutation>

  /// The outcome of a merge, reduced to the members that the tests compare.
  enum Outcome: Hashable, Sendable {
    case done
    case superseded(MergeResult<Place>.Rule)
    /// A write dated at this number of seconds.
    case write(Double, creates: Bool)
    case other(String)

    init(_ decision: Decision) {
      switch decision {
      case .done: self = .done
      case .superseded(let reason, _):
        self = MergeResult<Place>.Rule(rawValue: reason).map { .superseded($0) } ?? .other(reason)
      case .write(let mutation): self = .write(ProgressMergeTests.seconds(mutation.at), creates: mutation.creates)
      case .refused(let reason): self = .other(reason)
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var mutation: ProgressMutation
    var known: MediaProgress?
    var sent: ProgressMutation?
    var server: MediaProgress?
    var outcome: Outcome
    var testDescription: String { name }

    init(
      _ name: String, _ mutation: ProgressMutation, known: MediaProgress? = nil, sent: ProgressMutation? = nil,
      server: MediaProgress?, _ outcome: Outcome
    ) {
      (self.name, self.mutation, self.known, self.sent) = (name, mutation, known, sent)
      (self.server, self.outcome) = (server, outcome)
    }

    var decision: Decision {
      mutation.resolve(
        MergeInput(
          base: known, remote: server, sent: sent, createdAt: mutation.at,
          deviceNow: ProgressMergeTests.moment(1000)))
    }
  }

  static func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
  static func seconds(_ moment: Date) -> Double {
    ((moment.timeIntervalSince1970 - 1_800_000_000) * 1000).rounded() / 1000
  }

  static func change(
    _ action: ProgressMutation.Action, _ position: Double? = nil, at seconds: Double, creates: Bool = false,
    heard places: [Double] = []
  ) -> ProgressMutation {
    var mutation = ProgressMutation(
      item: PlayableID(libraryItemId: "item"), action: action, position: position, duration: 9000, at: moment(seconds),
      isServerTime: true)
    mutation.creates = creates
    mutation.stretches = places.enumerated().map { index, place in
      let end = moment(seconds - Double(places.count - index))
      return ListeningStretch(
        id: "\(index)", day: CalendarDay(end, in: .gmt), startedAt: end - 30, startPosition: place - 30,
        position: place, seconds: 30, updatedAt: end)
    }
    return mutation
  }

  static func held(_ position: Double, finished: Bool = false, at seconds: Double) -> MediaProgress {
    MediaProgress(id: "record", currentTime: position, isFinished: finished, lastUpdate: moment(seconds))
  }

  @Test(
    "the server's time is good enough for the first record of a change of just now only",
    arguments: [(0.0, true), (2, true), (2.5, false), (600, false)])
  func firstRecord(age: Double, creates: Bool) {
    let now = Self.moment(100 + age)
    let merge = MergeInput<ProgressMutation>(createdAt: Self.moment(100), serverNow: now, deviceNow: now)
    #expect(Outcome(Self.change(.finished, at: 100).resolve(merge)) == .write(100, creates: creates))
  }

  static let halfDone: [Row] = [false, true].flatMap { isLate -> [Row] in
    // The upload creates a record, which the server dates by its own clock.
    let stamp = isLate ? 500.0 : 101
    let at = isLate ? 100 : 101.002
    let finish = change(.finished, at: 100, creates: true, heard: [300])
    let move = change(.position, 50, at: 100, creates: true, heard: [300, 700])
    let listen = change(.listened, 720, at: 100, creates: true, heard: [300, 720])
    let restart = change(.restart, at: 100, creates: true, heard: [300])
    let when = isLate ? "much later" : "a second later"
    return [
      Row("restarted, \(when)", restart, sent: restart, server: held(300, at: stamp), .write(at, creates: true)),
      Row("finished, \(when)", finish, sent: finish, server: held(300, at: stamp), .write(at, creates: true)),
      Row("moved, \(when), the last", move, sent: move, server: held(700, at: stamp), .write(at, creates: true)),
      Row("moved, \(when), the first", move, sent: move, server: held(300, at: stamp), .write(at, creates: true)),
      Row("listened, \(when)", listen, sent: listen, server: held(720, at: stamp), .write(at, creates: true)),
      Row("elsewhere, \(when)", finish, sent: finish, server: held(301, at: stamp), .superseded(.later)),
      Row(
        "no record was made, \(when)", change(.finished, at: 100, heard: [300]),
        sent: change(.finished, at: 100, heard: [300]), server: held(300, at: stamp), .superseded(.later)),
      Row("nothing was sent, \(when)", finish, server: held(300, at: stamp), .superseded(.later)),
    ]
  }

  @Test(
    "half of our own first record is known by the listening in it, whatever time the server gave it",
    arguments: halfDone)
  func halfOfOurOwn(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  /// The device's estimate of the server's clock improves from one attempt to the next.
  static let reportedBefore: [Row] = [[100.0, 100.7], [99.3, 100, 100.7]].flatMap { times -> [Row] in
    var sent = change(.position, 692.6, at: 100.7, heard: [995.3])
    sent.reportedAt = times.map(moment)
    var supersededSince = sent
    supersededSince.onlyStretches = true
    let again = change(.position, 692.6, at: 99, heard: [995.3])
    return times.flatMap { time -> [Row] in
      let server = held(995.3, at: time)
      let outcome = Outcome.write(seconds(moment(time + 0.002)), creates: false)
      return [
        Row("at \(time)", again, known: held(10, at: 50), sent: sent, server: server, outcome),
        Row(
          "at \(time), then only the listening", again, known: held(10, at: 50), sent: supersededSince,
          server: server, outcome),
      ]
    } + [
      Row(
        "at none of them", again, known: held(10, at: 50), sent: sent, server: held(995.3, at: 100.4),
        .superseded(.later))
    ]
  }

  @Test("a write is recognised by every time it was written with, not by the last alone", arguments: reportedBefore)
  func ownByAnyTime(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  @Test("what is written remembers the times of all attempts")
  func remembersTimes() {
    var sent = Self.change(.position, 300, at: 100)
    sent.reportedAt = [Self.moment(99), Self.moment(100)]
    let now = Self.moment(100.5)
    let merge = MergeInput<ProgressMutation>(
      base: Self.held(10, at: 50), remote: Self.held(10, at: 50), sent: sent, createdAt: now, serverNow: now,
      deviceNow: now)
    guard case .write(let written) = Self.change(.position, 300, at: 100.3).resolve(merge) else {
      Issue.record("not written")
      return
    }
    #expect(written.reportedAt?.map(Self.seconds) == [99, 100, 100.3])
  }

  static let same: [Row] = [
    Row(
      "finished elsewhere later", change(.finished, at: 100), known: held(10, at: 50),
      server: held(10, finished: true, at: 200), .superseded(.identical)),
    Row(
      "finished elsewhere later, and nothing known", change(.finished, at: 100),
      server: held(10, finished: true, at: 200), .superseded(.identical)),
    Row(
      "the same place elsewhere later", change(.position, 300, at: 100), known: held(10, at: 50),
      server: held(300.4, at: 200), .superseded(.identical)),
    Row(
      "known already, by a clock that is behind", change(.position, 300, at: 100), known: held(300, at: 200),
      server: held(300, at: 200), .done),
    Row(
      "our own write", change(.position, 300, at: 100), known: held(10, at: 50),
      sent: change(.position, 300, at: 100.002),
      server: held(300, at: 100.002), .done),
    Row(
      "the very same moment", change(.position, 300, at: 100), known: held(10, at: 50), server: held(300, at: 100),
      .done),
    Row(
      "chosen again here later", change(.position, 300, at: 100), known: held(300, at: 50), server: held(300, at: 50),
      .write(100, creates: false)),
    Row(
      "finished again here later", change(.finished, at: 100), known: held(10, at: 50),
      server: held(300, finished: true, at: 70), .write(100, creates: false)),
  ]

  @Test("a place that the server has belongs to the device that chose it last", arguments: same)
  func samePlace(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  @Test("listening to a place chosen elsewhere later counts and moves nothing")
  func listeningOfTheSame() {
    let row = Row(
      "", Self.change(.finished, at: 100, heard: [300]), known: Self.held(10, at: 50),
      server: Self.held(10, finished: true, at: 60), .superseded(.identical))
    var later = row
    later.server?.lastUpdate = Self.moment(200)
    guard case .superseded(_, let rest) = later.decision else {
      Issue.record("\(later.decision)")
      return
    }
    #expect(rest?.onlyStretches == true)
    #expect(rest?.stretches.map(\.seconds) == [30])
    #expect(Outcome(row.decision) == .write(100, creates: false))
  }

  static let elsewhere: [Row] = [
    Row(
      "a restart", change(.restart, at: 100), known: held(500, at: 50), sent: change(.restart, at: 100),
      server: held(0, at: 200), .superseded(.identical)),
    Row(
      "a restart, after listening that made the record", change(.restart, at: 100, heard: [300]),
      sent: change(.restart, at: 100, creates: true, heard: [300]), server: held(0, at: 200), .superseded(.identical)),
    Row(
      "the same place", change(.position, 300, at: 100), known: held(500, at: 50),
      sent: change(.position, 300, at: 100),
      server: held(300, at: 200), .superseded(.identical)),
    Row(
      "the end", change(.finished, at: 100), known: held(500, at: 50), sent: change(.finished, at: 100),
      server: held(500, finished: true, at: 200), .superseded(.identical)),
    Row(
      "the end, of the record that ours made", change(.finished, at: 100),
      sent: change(.finished, at: 100, creates: true),
      server: with(held(500, finished: true, at: 200)) { $0.startedAt = moment(101) }, .superseded(.identical)),
    Row(
      "our own end, of the record that it made", change(.finished, at: 100),
      sent: change(.finished, at: 100, creates: true),
      server: with(held(0, finished: true, at: 500)) { $0.startedAt = moment(499.9) }, .write(100, creates: true)),
    Row(
      "the same place, before our first record", change(.position, 300, at: 100),
      sent: change(.position, 300, at: 100, creates: true), server: held(300, at: 60), .write(100, creates: false)),
    Row(
      "a first record, before a restart without listening", change(.restart, at: 100),
      sent: change(.restart, at: 100, creates: true), server: held(300, at: 101), .superseded(.later)),
    Row(
      "our own restart", change(.restart, at: 100), known: held(500, at: 50), sent: change(.restart, at: 100),
      server: held(0, at: 100.001), .done),
    Row(
      "our own step before a place", change(.position, 300, at: 100), known: held(500, finished: true, at: 50),
      sent: change(.position, 300, at: 100), server: held(0, at: 99.999), .write(100.001, creates: false)),
  ]

  @Test("what another device did alike is not taken for our own write, which carries its time", arguments: elsewhere)
  func alikeElsewhere(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }
}
