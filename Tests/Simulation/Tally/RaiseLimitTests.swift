import MediaCore
import Testing

@testable import TallyKit

/// Cases within the limit that Documentation/Offline.md names, and cases that are losses.
@Suite("The named limit of progress, as opposed to a loss")
struct RaiseLimitTests {
  /// The raise of B, which marks the first three episodes, while A marks S2E4 alone.
  private static let raise = ProgressMutation(
    show: 101, steps: [.init(kind: .upTo, season: 1, episode: 3, state: .watched)])
  private static let nothing = EpisodeStates()
  private static let watched = states(.watched, .watched)
  private static let lowered = states(.unwatched, .watched)

  private static func states(_ before: EpisodeState, _ last: EpisodeState) -> EpisodeStates {
    var states = EpisodeStates()
    for (season, count) in SimulatedTally.counts {
      for episode in 1...count { states[season, episode] = before }
    }
    states[2, 4] = last
    return states
  }

  /// Requests in the order in which they are sent and arrive.
  private struct Record {
    var requests: [ProgressRequest] = []

    mutating func look(_ device: String, _ states: EpisodeStates, isAnswered: Bool = true) {
      add(device, isWrite: false, states, states, isAnswered: isAnswered)
    }

    mutating func write(
      _ device: String, _ before: EpisodeStates, _ after: EpisodeStates, isAnswered: Bool = true,
      for mutation: String? = nil
    ) {
      add(device, isWrite: true, before, after, isAnswered: isAnswered)
      if let mutation { requests[requests.count - 1].mutation = mutation }
    }

    /// Adds a request that marks everything up to a place and is lost, without its sender finding out.
    mutating func lose(_ device: String, upTo place: EpisodePlace) {
      var request = ProgressRequest(device: device, holding: .init(user: "ada", show: 101), isWrite: true)
      (request.mutation, request.departure) = ("of \(device)", requests.count)
      (request.state, request.place, request.isLost) = (.watched, place, true)
      requests.append(request)
    }

    private mutating func add(
      _ device: String, isWrite: Bool, _ before: EpisodeStates, _ after: EpisodeStates, isAnswered: Bool
    ) {
      var request = ProgressRequest(device: device, holding: .init(user: "ada", show: 101), isWrite: isWrite)
      request.mutation = "of \(device)"
      (request.departure, request.arrival) = (requests.count, requests.count + 1)
      (request.before, request.after, request.isAnswered) = (before, after, isAnswered)
      requests.append(request)
    }

    /// Whether B's raise may be gone.
    var isExcused: Bool {
      RaiseLimit(requests: requests).excuses(
        raise, id: "of B", of: "B", readBack: requests.lastIndex { $0.device == "B" && !$0.isWrite })
    }
  }

  /// B's raise finds the first half of A's change, whose second half lowers it.
  private static var half: Record {
    var record = Record()
    record.look("A", nothing)
    record.write("A", nothing, watched, isAnswered: false)
    record.look("B", watched)
    record.look("A", watched)
    record.write("A", watched, lowered)
    return record
  }

  @Test("a raise that finds another device's half, and cannot be separated from it, is the limit")
  func looksLikeTheHalf() { #expect(Self.half.isExcused) }

  @Test("a raise that was the limit stays so when its own device raises and lowers the same for a later change")
  func ownDetour() {
    for (mutation, isLimit) in [("later of B", true), ("of B", false)] {
      var record = Self.half
      record.write("B", Self.lowered, Self.watched, for: mutation)
      record.look("B", Self.watched)
      record.write("B", Self.watched, Self.lowered, for: mutation)
      #expect(RaiseLimit(requests: record.requests).excuses(Self.raise, id: "of B", of: "B", readBack: 2) == isLimit)
    }
  }

  @Test(
    "a raise that looks as if a request that timed out had arrived is the limit; one that looks different is a loss"
  )
  func looksLikeTheLostRequest() {
    for (place, isLimit) in [(EpisodePlace(season: 2, episode: 4), true), (EpisodePlace(season: 2, episode: 3), false)]
    {
      var record = Record()
      record.look("A", Self.nothing)
      record.lose("A", upTo: place)
      record.write("B", Self.nothing, Self.watched)
      record.look("B", Self.watched)
      record.look("A", Self.watched)
      record.write("A", Self.watched, Self.lowered)
      #expect(record.isExcused == isLimit)
    }
  }

  @Test("a raise between the last look and the request that lowers is the limit")
  func betweenLookAndRequest() {
    var record = Record()
    record.look("A", Self.nothing)
    record.write("A", Self.nothing, Self.lowered)
    record.look("A", Self.lowered)
    record.write("B", Self.lowered, Self.watched)
    record.write("A", Self.watched, Self.lowered)
    record.look("B", Self.watched)
    #expect(record.isExcused)
  }

  @Test("without a look just before the request that lowers it is a loss")
  func withoutLook() {
    var record = Record()
    record.look("A", Self.nothing)
    record.write("A", Self.nothing, Self.watched, isAnswered: false)
    record.look("B", Self.watched)
    record.write("A", Self.watched, Self.watched)
    record.write("A", Self.watched, Self.lowered)
    #expect(!record.isExcused)
  }

  @Test("a raise that the last look could have shown is a loss")
  func visible() {
    var record = Record()
    var more = Self.nothing
    more[1, 6] = .watched
    record.look("A", Self.nothing)
    record.write("A", Self.nothing, more, isAnswered: false)
    record.write("B", more, Self.watched)
    record.look("B", Self.watched)
    record.look("A", Self.watched)
    record.write("A", Self.watched, Self.lowered)
    #expect(!record.isExcused)
  }

  @Test("what looks like a half that the device has seen behind it is a loss")
  func earlierHalf() {
    var record = Record()
    record.look("A", Self.nothing)
    record.write("A", Self.nothing, Self.watched)
    record.look("A", Self.watched)
    record.write("A", Self.watched, Self.lowered, isAnswered: false)
    #expect(!record.isExcused)
    // A reads and writes again. Then B raises the same episodes, and A takes B's raise for the first half of its own write.
    record.look("A", Self.lowered)
    record.write("A", Self.lowered, Self.lowered, isAnswered: false)
    record.write("B", Self.lowered, Self.watched)
    record.look("B", Self.watched)
    record.look("A", Self.watched)
    record.write("A", Self.watched, Self.lowered)
    #expect(!record.isExcused)
  }

  @Test("a raise that was there before the other device began is a loss, and so is what a device takes from itself")
  func before() {
    var record = Record()
    record.write("B", Self.nothing, Self.watched)
    record.look("B", Self.watched)
    record.look("A", Self.watched)
    record.write("A", Self.watched, Self.watched, isAnswered: false)
    record.look("A", Self.watched)
    record.write("A", Self.watched, Self.lowered)
    #expect(!record.isExcused)
    record = Record()
    record.write("B", Self.nothing, Self.watched)
    record.look("B", Self.watched)
    record.write("B", Self.watched, Self.lowered)
    #expect(!record.isExcused)
  }
}
