@testable import TallyKit

/// A request about the progress of a show, as far as it came.
struct ProgressRequest: Sendable {
  let device: String
  let holding: SimulatedTally.Holding
  let isWrite: Bool
  /// The mutation that the device's disk says is being sent.
  var mutation: String?
  /// The number of requests that had arrived when it set out.
  var departure = 0
  /// When it arrived, counted over all requests; nil for one that did not.
  var arrival: Int?
  /// Of a write: everything up to that place gets that state.
  var state: EpisodeState?
  var place: EpisodePlace?
  /// The server's data before and after it.
  var before = EpisodeStates()
  var after = EpisodeStates()
  /// Its sender got the whole answer.
  var isAnswered = false
  var isUnauthorized = false
  /// Its sender cannot know whether it arrived.
  var isLost = false

  var show: TMDBID { holding.show }
}

/// Separates the limit that Documentation/Offline.md names from a loss, by requests and answers and by nothing that the
/// client says of itself.
///
/// The limit: the server writes one state to everything up to an episode, compares nothing, and says of no episode when or by
/// whom it was marked. So a device that lowers again what it had to raise on the way takes along what another device raises
///
/// - between the server's answer to the look that it takes just before and that request, or
/// - before that look, where what it sees is what its own requests have left: its half. A request that timed out counts among
///   them, whether it arrived or not: its sender cannot know.
struct RaiseLimit {
  /// All requests about one show, in the order in which they set out.
  let requests: [ProgressRequest]

  /// - Parameters:
  ///   - device: whose raise is not there any more.
  ///   - readBack: the answer that it was read back from, by its place in `requests`.
  func excuses(_ mutation: ProgressMutation, id: String, of device: String, readBack: Int?) -> Bool {
    let writes = requests.filter { $0.isWrite && $0.arrival != nil }.sorted { $0.time < $1.time }
    func raises(_ write: ProgressRequest) -> Bool {
      !mutation.isReflected(in: write.before) && mutation.isReflected(in: write.after)
    }
    guard
      let lost = requests.indices.filter({ index in
        let write = requests[index]
        return write.isWrite && write.arrival != nil && mutation.isReflected(in: write.before)
          && !mutation.isReflected(in: write.after)
      }).max(by: { requests[$0].time < requests[$1].time }),
      requests[lost].device != device, requests[lost].mutation != nil
    else { return false }
    let lowering = requests[lost]
    // The raise: the request that made it true, or else the look that found it true.
    let raised =
      writes.last { $0.device == device && $0.mutation == id && $0.time < lowering.time && raises($0) }?.arrival
      ?? readBack.flatMap { requests[$0].arrival }
    guard let raised, raised < lowering.time else { return false }
    // The lowering device's requests for the show, up to there.
    let own = requests[..<lost].filter { $0.device == lowering.device }
    guard let look = own.lastIndex(where: { !$0.isWrite && $0.isAnswered }),
      own[(look + 1)...].allSatisfy({ !$0.isWrite || $0.isUnauthorized })
    else { return false }
    if own[look].time < raised { return true }
    let calls = own[..<look].filter { $0.mayHaveArrived && $0.mutation == lowering.mutation }
    guard let first = calls.first, first.departure < raised else { return false }
    return halves(own, at: look, of: lowering.mutation).contains { $0.after.isSame(as: own[look].before) }
  }

  /// Those requests after any of which the server may stand, as far as the device can find out when it reads: the last
  /// one if it was answered, and after a cut those since the last read that were written to disk.
  private func halves(_ own: [ProgressRequest], at look: Int, of mutation: String?) -> [ProgressRequest] {
    func isOurs(_ request: ProgressRequest) -> Bool {
      request.mayHaveArrived && request.mutation == mutation
    }
    /// A request that never arrived, as its sender has to imagine it: its call over the states that it saw last.
    func expected(_ index: Int) -> ProgressRequest {
      var request = own[index]
      guard request.arrival == nil else { return request }
      let seen = own[..<index].last { !$0.isWrite && $0.isAnswered }?.before ?? EpisodeStates()
      request.after = request.call(over: seen)
      return request
    }
    func beginsRound(_ index: Int) -> Bool {
      !own[index].isWrite && own[index].isAnswered
        && (index == 0 || !(own[index - 1].isWrite && own[index - 1].isAnswered))
    }
    if look > 0, own[look - 1].isAnswered, isOurs(own[look - 1]) { return [own[look - 1]] }
    let ours = own[..<look].indices.filter { isOurs(own[$0]) }
    guard let newest = ours.last, let begun = own[..<newest].indices.last(where: beginsRound) else {
      return ours.map(expected)
    }
    let known = ours.last { $0 < begun } ?? 0
    return ours.filter { $0 >= known }.map(expected)
  }
}

extension ProgressRequest {
  fileprivate var time: Int { arrival ?? 0 }

  /// A write that arrived, or whose sender cannot know that it did not.
  fileprivate var mayHaveArrived: Bool { isWrite && (arrival != nil || isLost) }

  fileprivate func call(over states: EpisodeStates) -> EpisodeStates {
    guard let state, let place else { return states }
    var states = states
    for (season, count) in SimulatedTally.counts {
      for episode in 1...count where EpisodePlace(season: season, episode: episode) <= place {
        states[season, episode] = state
      }
    }
    return states
  }
}

extension EpisodeStates {
  /// One letter for each episode: watched, unwatched, being watched (`>`), or not stored (`-`).
  var picture: String {
    SimulatedTally.counts.sorted { $0.key < $1.key }.map { season, count in
      String(
        (1...count).map { episode -> Character in
          switch seasons[season]?[episode] {
          case nil: "-"
          case .watched?: "w"
          case .unwatched?: "u"
          default: ">"
          }
        })
    }.joined(separator: " ")
  }
}
