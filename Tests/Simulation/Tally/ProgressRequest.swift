@testable import TallyKit

/// A request about the progress of a show, and its fate.
struct ProgressRequest: Sendable {
  let device: String
  let holding: SimulatedTally.Holding
  let isWrite: Bool
  /// The mutation that is being sent, by the device's disk.
  var mutation: String?
  /// The number of requests that had arrived when this one was sent.
  var departure = 0
  /// The place among all arrivals; nil if the request did not arrive.
  var arrival: Int?
  /// The state that a write gives to everything up to ``place``.
  var state: EpisodeState?
  var place: EpisodePlace?
  /// The server's data before and after the request.
  var before = EpisodeStates()
  var after = EpisodeStates()
  /// Whether the sender received the whole answer.
  var isAnswered = false
  var isUnauthorized = false
  /// Whether the sender cannot find out if the request arrived.
  var isLost = false

  var show: TMDBID { holding.show }
}

/// Distinguishes the limit that Documentation/Offline.md names from a loss, by requests and answers only, without the client's own
/// records.
///
/// The limit: the server writes one state to everything up to an episode, compares nothing, and keeps neither the date nor the device
/// of a mark. A device that first has to raise too many episodes and then lowers them again also lowers those that another device
/// raises
///
/// - between the server's answer to the read just before the lowering request and that request, or
/// - before that read, if the read shows exactly what the device's own requests may have left: half of its change. A request that timed
///   out counts among these, whether it arrived or not: its sender cannot find out.
struct RaiseLimit {
  /// All requests about one show, in the order in which they were sent.
  let requests: [ProgressRequest]

  /// - Parameters:
  ///   - device: the device whose raise is lost.
  ///   - readBack: the index in `requests` of the answer from which the raise was read back.
  func excuses(_ mutation: ProgressMutation, id: String, of device: String, readBack: Int?) -> Bool {
    let writes = requests.filter { $0.isWrite && $0.arrival != nil }.sorted { $0.time < $1.time }
    func raises(_ write: ProgressRequest) -> Bool {
      !mutation.isReflected(in: write.before) && mutation.isReflected(in: write.after)
    }
    func lowers(_ write: ProgressRequest) -> Bool {
      write.isWrite && write.arrival != nil && mutation.isReflected(in: write.before)
        && !mutation.isReflected(in: write.after)
    }
    /// Whether `write` only takes back a raise that the same device has just made for another mutation. Such a write loses nothing: the raise
    /// of `mutation` was lost earlier.
    func isOwnDetour(_ write: ProgressRequest) -> Bool {
      guard write.device == device, write.mutation != id, write.mutation != nil,
        let raise = writes.last(where: { $0.time < write.time && raises($0) })
      else { return false }
      return raise.device == device && raise.mutation == write.mutation
    }
    guard
      let lost = requests.indices.filter({ lowers(requests[$0]) && !isOwnDetour(requests[$0]) })
        .max(by: { requests[$0].time < requests[$1].time }),
      requests[lost].device != device, requests[lost].mutation != nil
    else { return false }
    let lowering = requests[lost]
    // The raise is the write that made the mutation true, or the read that found it true.
    let raised =
      writes.last { $0.device == device && $0.mutation == id && $0.time < lowering.time && raises($0) }?.arrival
      ?? readBack.flatMap { requests[$0].arrival }
    guard let raised, raised < lowering.time else { return false }
    // All requests of the lowering device before the lowering.
    let own = requests[..<lost].filter { $0.device == lowering.device }
    guard let look = own.lastIndex(where: { !$0.isWrite && $0.isAnswered }),
      own[(look + 1)...].allSatisfy({ !$0.isWrite || $0.isUnauthorized })
    else { return false }
    if own[look].time < raised { return true }
    let calls = own[..<look].filter { $0.mayHaveArrived && $0.mutation == lowering.mutation }
    guard let first = calls.first, first.departure < raised else { return false }
    return halves(own, at: look, of: lowering.mutation).contains { $0.after.isSame(as: own[look].before) }
  }

  /// The requests that may have been the last to change the server, as far as the device can find out by reading: the last one if it was
  /// answered, and after a cut those since the last read that were written to disk.
  private func halves(_ own: [ProgressRequest], at look: Int, of mutation: String?) -> [ProgressRequest] {
    func isOurs(_ request: ProgressRequest) -> Bool {
      request.mayHaveArrived && request.mutation == mutation
    }
    /// A request with its expected result: for one that never arrived, its call over the states that its sender read last.
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

  /// Whether this is a write that arrived, or one that may have arrived as far as its sender can find out.
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
