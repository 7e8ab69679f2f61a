import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("The merge of a progress wish")
struct ProgressMergeTests {
  typealias Decision = ProgressMerge.Decision

  /// What becomes of a wish, as far as it matters here.
  enum Outcome: Hashable, Sendable {
    case alreadyTrue
    case superseded(MergeResult<Place>.Rule)
    /// At so many seconds.
    case write(Double, creates: Bool)

    init(_ decision: Decision) {
      switch decision {
      case .alreadyTrue: self = .alreadyTrue
      case .superseded(let lost): self = .superseded(lost.rule)
      case .write(let wish): self = .write(ProgressMergeTests.seconds(wish.at), creates: wish.creates)
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var wish: ProgressWish
    var known: MediaProgress?
    var sent: ProgressWish?
    var server: MediaProgress?
    var outcome: Outcome
    var testDescription: String { name }

    init(
      _ name: String, _ wish: ProgressWish, known: MediaProgress? = nil, sent: ProgressWish? = nil,
      server: MediaProgress?, _ outcome: Outcome
    ) {
      (self.name, self.wish, self.known, self.sent) = (name, wish, known, sent)
      (self.server, self.outcome) = (server, outcome)
    }

    var decision: Decision {
      ProgressMerge(
        acknowledged: known, sent: sent, server: server, now: nil, deviceNow: ProgressMergeTests.moment(1000)
      ).decide(wish)
    }
  }

  static func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
  static func seconds(_ moment: Date) -> Double {
    ((moment.timeIntervalSince1970 - 1_800_000_000) * 1000).rounded() / 1000
  }

  static func wish(
    _ action: ProgressWish.Action, _ position: Double? = nil, at seconds: Double, creates: Bool = false,
    heard places: [Double] = []
  ) -> ProgressWish {
    var wish = ProgressWish(action: action, position: position, duration: 9000, at: moment(seconds), isServerTime: true)
    wish.creates = creates
    wish.stretches = places.enumerated().map { index, place in
      let end = moment(seconds - Double(places.count - index))
      return ListeningStretch(
        id: "\(index)", day: CalendarDay(end, in: .gmt), startedAt: end - 30, startPosition: place - 30,
        position: place, seconds: 30, updatedAt: end)
    }
    return wish
  }

  static func held(_ position: Double, finished: Bool = false, at seconds: Double) -> MediaProgress {
    MediaProgress(id: "record", currentTime: position, isFinished: finished, lastUpdate: moment(seconds))
  }

  @Test(
    "the server's time is good enough for the first record of a wish of just now only",
    arguments: [(0.0, true), (2, true), (2.5, false), (600, false)])
  func firstRecord(age: Double, creates: Bool) {
    let merge = ProgressMerge(now: Self.moment(100 + age), deviceNow: Self.moment(100 + age))
    #expect(Outcome(merge.decide(Self.wish(.finished, at: 100))) == .write(100, creates: creates))
  }

  static let halfDone: [Row] = [false, true].flatMap { isLate -> [Row] in
    // The server gives the record that an upload makes its own time.
    let stamp = isLate ? 500.0 : 101
    let at = isLate ? 100 : 101.002
    let finish = wish(.finished, at: 100, creates: true, heard: [300])
    let move = wish(.position, 50, at: 100, creates: true, heard: [300, 700])
    let listen = wish(.listened, 720, at: 100, creates: true, heard: [300, 720])
    let when = isLate ? "much later" : "a second later"
    return [
      Row("finished, \(when)", finish, sent: finish, server: held(300, at: stamp), .write(at, creates: true)),
      Row("moved, \(when), the last", move, sent: move, server: held(700, at: stamp), .write(at, creates: true)),
      Row("moved, \(when), the first", move, sent: move, server: held(300, at: stamp), .write(at, creates: true)),
      Row("listened, \(when)", listen, sent: listen, server: held(720, at: stamp), .write(at, creates: true)),
      Row("elsewhere, \(when)", finish, sent: finish, server: held(301, at: stamp), .superseded(.later)),
      Row(
        "no record was made, \(when)", wish(.finished, at: 100, heard: [300]),
        sent: wish(.finished, at: 100, heard: [300]), server: held(300, at: stamp), .superseded(.later)),
      Row("nothing was sent, \(when)", finish, server: held(300, at: stamp), .superseded(.later)),
    ]
  }

  @Test(
    "half of our own first record is known by the listening in it, whatever time the server gave it",
    arguments: halfDone)
  func halfOfOurOwn(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  /// The device learns the server's clock better from one attempt to the next.
  static let toldBefore: [Row] = [[100.0, 100.7], [99.3, 100, 100.7]].flatMap { times -> [Row] in
    var sent = wish(.position, 692.6, at: 100.7, heard: [995.3])
    sent.told = times.map(moment)
    var supersededSince = sent
    supersededSince.onlyStretches = true
    let again = wish(.position, 692.6, at: 99, heard: [995.3])
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

  @Test("a write is known by every time that was told for it, not by the last alone", arguments: toldBefore)
  func ownByAnyTime(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  @Test("what is written remembers the times of all attempts")
  func remembersTimes() {
    var sent = Self.wish(.position, 300, at: 100)
    sent.told = [Self.moment(99), Self.moment(100)]
    let merge = ProgressMerge(
      acknowledged: Self.held(10, at: 50), sent: sent, server: Self.held(10, at: 50), now: Self.moment(100.5),
      deviceNow: Self.moment(100.5))
    guard case .write(let written) = merge.decide(Self.wish(.position, 300, at: 100.3)) else {
      Issue.record("not written")
      return
    }
    #expect(written.told?.map(Self.seconds) == [99, 100, 100.3])
  }

  static let same: [Row] = [
    Row(
      "finished elsewhere later", wish(.finished, at: 100), known: held(10, at: 50),
      server: held(10, finished: true, at: 200), .superseded(.identical)),
    Row(
      "finished elsewhere later, and nothing known", wish(.finished, at: 100),
      server: held(10, finished: true, at: 200), .superseded(.identical)),
    Row(
      "the same place elsewhere later", wish(.position, 300, at: 100), known: held(10, at: 50),
      server: held(300.4, at: 200), .superseded(.identical)),
    Row(
      "known already, by a clock that is behind", wish(.position, 300, at: 100), known: held(300, at: 200),
      server: held(300, at: 200), .alreadyTrue),
    Row(
      "our own write", wish(.position, 300, at: 100), known: held(10, at: 50), sent: wish(.position, 300, at: 100.002),
      server: held(300, at: 100.002), .alreadyTrue),
    Row(
      "the very same moment", wish(.position, 300, at: 100), known: held(10, at: 50), server: held(300, at: 100),
      .alreadyTrue),
    Row(
      "said again here later", wish(.position, 300, at: 100), known: held(300, at: 50), server: held(300, at: 50),
      .write(100, creates: false)),
    Row(
      "finished again here later", wish(.finished, at: 100), known: held(10, at: 50),
      server: held(300, finished: true, at: 70), .write(100, creates: false)),
  ]

  @Test("a place that the server has is the later saying's", arguments: same)
  func samePlace(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }

  @Test("listening to a place said elsewhere later counts and moves nothing")
  func listeningOfTheSame() {
    let row = Row(
      "", Self.wish(.finished, at: 100, heard: [300]), known: Self.held(10, at: 50),
      server: Self.held(10, finished: true, at: 60), .superseded(.identical))
    var later = row
    later.server?.lastUpdate = Self.moment(200)
    guard case .superseded(let lost) = later.decision else {
      Issue.record("\(later.decision)")
      return
    }
    #expect(lost.write?.onlyStretches == true)
    #expect(lost.write?.stretches.map(\.seconds) == [30])
    #expect(Outcome(row.decision) == .write(100, creates: false))
  }

  static let elsewhere: [Row] = [
    Row(
      "a restart", wish(.restart, at: 100), known: held(500, at: 50), sent: wish(.restart, at: 100),
      server: held(0, at: 200), .superseded(.identical)),
    Row(
      "a restart, after listening that made the record", wish(.restart, at: 100, heard: [300]),
      sent: wish(.restart, at: 100, creates: true, heard: [300]), server: held(0, at: 200), .superseded(.identical)),
    Row(
      "the same place", wish(.position, 300, at: 100), known: held(500, at: 50), sent: wish(.position, 300, at: 100),
      server: held(300, at: 200), .superseded(.identical)),
    Row(
      "the end", wish(.finished, at: 100), known: held(500, at: 50), sent: wish(.finished, at: 100),
      server: held(500, finished: true, at: 200), .superseded(.identical)),
    Row(
      "the same place, before our first record", wish(.position, 300, at: 100),
      sent: wish(.position, 300, at: 100, creates: true), server: held(300, at: 60), .write(100, creates: false)),
    Row(
      "our own restart", wish(.restart, at: 100), known: held(500, at: 50), sent: wish(.restart, at: 100),
      server: held(0, at: 100.001), .alreadyTrue),
    Row(
      "our own step before a place", wish(.position, 300, at: 100), known: held(500, finished: true, at: 50),
      sent: wish(.position, 300, at: 100), server: held(0, at: 99.999), .write(100.001, creates: false)),
  ]

  @Test("what another device did alike is not taken for our own write, which tells its time", arguments: elsewhere)
  func alikeElsewhere(_ row: Row) { #expect(Outcome(row.decision) == row.outcome) }
}
