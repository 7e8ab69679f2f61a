import MediaCore

/// The calls that bring a show's episodes from one set of states to another.
///
/// The server can only write a state to everything up to an episode. Writing the furthest place first and then going back,
/// each call over the one before, reaches any set of states with as few calls as there are changes of state on the way.
struct ProgressPlan: Hashable, Sendable {
  struct Call: Hashable, Sendable {
    var state: EpisodeState
    var place: EpisodePlace

    /// Whether the call can un-watch episodes that another device has marked in the meantime.
    var lowers: Bool { state != .watched }
  }

  var calls: [Call] = []

  /// Plans the calls from the states `now` to those that `mutation` asks for. A season without a length in the mutation's `counts` is taken
  /// to have more, unwatched episodes.
  init(from now: EpisodeStates, to mutation: ProgressMutation) {
    let goal = mutation.applied(to: mutation.before ?? now)
    let path = Self.path(now, goal, mutation)
    guard let last = path.lastIndex(where: { $0.isKnown && now.state($0.place) != $0.state }) else { return }
    var index = last
    while true {
      calls.append(Call(state: path[index].state, place: path[index].place))
      guard let next = path[..<index].lastIndex(where: { $0.state != path[index].state }) else { return }
      index = next
    }
  }

  // MARK: Halves

  /// `states` after the calls, limited to what the server stores: `now` has the stored episodes.
  static func half(of states: EpisodeStates, after calls: some Sequence<Call>, storedAsIn now: EpisodeStates)
    -> EpisodeStates
  {
    var half = states
    // Add the episodes that only `now` has, as unwatched. A call also writes these, but the loop below only sets episodes in `half`.
    for place in now.places where !half.isStored(place) { half[place.season, place.episode] = .unwatched }
    let places = half.places
    for call in calls {
      for place in places where place <= call.place { half[place.season, place.episode] = call.state }
    }
    return half
  }

  /// The number of calls from `mutation.before` on that have led to `now`. Nil when no number of calls leads there: another device has
  /// changed the show, or nothing has arrived yet.
  static func arrived(_ mutation: ProgressMutation, in now: EpisodeStates) -> Int? {
    guard let base = mutation.before else { return nil }
    let calls = possible(mutation, in: now)
    let counts = max(1, mutation.arrived ?? 1)...max(1, mutation.arrived ?? 1, calls.count)
    return counts.first { count in
      count <= calls.count && half(of: base, after: calls.prefix(count), storedAsIn: now).isSame(as: now)
    }
  }

  /// The calls that may have arrived. If a call has to store the episode at its end and that episode is not stored, the call did not
  /// arrive, nor did any after it.
  private static func possible(_ mutation: ProgressMutation, in now: EpisodeStates) -> ArraySlice<Call> {
    let stores = mutation.placesToStore
    return ProgressPlan(from: mutation.before ?? now, to: mutation).calls.prefix {
      now.isStored($0.place) || !stores.contains($0.place)
    }
  }

  /// The states before `mutation` was sent, worked out from `now`, in which none, some or all of its calls may have arrived.
  ///
  /// If `now` matches no number of calls, another device has made progress in between. Episodes that our calls have lowered then get their
  /// earlier state back, and higher states are taken as the other device's.
  /// - Parameter onlyCertain: leaves episodes lowered that another device may have lowered. A call gives one state to everything up to its
  ///   place, so below an episode with another state it was not the last to write.
  static func undone(_ mutation: ProgressMutation, in now: EpisodeStates, onlyCertain: Bool = false) -> EpisodeStates {
    guard let base = mutation.before.map({ half(of: $0, after: [], storedAsIn: now) }) else { return now }
    if arrived(mutation, in: now) != nil { return base }
    // If the user un-watched episodes, their lower states are intended: restore none.
    guard !mutation.lowers else { return now }
    var restored = now
    let calls = possible(mutation, in: now)
    for (index, call) in calls.enumerated() {
      // If the next call is known to have arrived, it has overwritten everything up to its own place: restore only later places.
      let rewritten = index + 1 < min(calls.count, mutation.arrived ?? 0) ? calls[index + 1].place : nil
      let foreign = onlyCertain ? now.places.last { $0 <= call.place && now.state($0) != call.state } : nil
      let last = [rewritten, foreign].compactMap(\.self).max()
      for place in base.places where place <= call.place && last.map({ place > $0 }) ?? true {
        if now.state(place) == call.state, call.state.isLower(than: base.state(place)) {
          restored[place.season, place.episode] = base.state(place)
        }
      }
    }
    return restored
  }

  private struct Stop {
    var place: EpisodePlace
    var state: EpisodeState
    /// Whether the stop is a known episode; false for the unknown rest of a season.
    var isKnown = true
  }

  /// Every episode in story order with its goal state.
  private static func path(_ now: EpisodeStates, _ goal: EpisodeStates, _ mutation: ProgressMutation) -> [Stop] {
    let known = Dictionary(grouping: Set(now.places).union(goal.places).filter { $0.season >= 1 }, by: \.season)
    guard let lastSeason = known.keys.max() else { return [] }
    // An `upTo` or `position` step also marks earlier episodes whose state is unknown.
    let covered = mutation.steps.filter { $0.kind == .upTo || $0.kind == .position }.map(\.place).max()
    // Use one stop for a run of episodes with unknown states: a call only needs the last of them.
    func unknown(_ season: Int, upTo episode: Int = EpisodePlace.end) -> Stop {
      let isCovered = covered.map { season < $0.season } ?? false
      return Stop(
        place: EpisodePlace(season: season, episode: episode), state: isCovered ? .watched : .unwatched, isKnown: false)
    }
    var path: [Stop] = []
    var next = 1
    for season in Set(known.keys).union(mutation.counts.keys).sorted() where (1...lastSeason).contains(season) {
      // If season numbers are skipped, add one stop for all of them: their states are unknown, or the show numbers its seasons by year.
      if season > next { path.append(unknown(season - 1)) }
      next = season + 1
      var last = 0
      for place in (known[season] ?? []).filter({ $0.episode >= 1 }).sorted() {
        if place.episode > last + 1 { path.append(unknown(season, upTo: place.episode - 1)) }
        path.append(Stop(place: place, state: goal.state(place)))
        last = place.episode
      }
      if let count = mutation.counts[season] {
        if count > last { path.append(unknown(season, upTo: min(count, EpisodePlace.end - 1))) }
      } else if season < lastSeason {
        path.append(unknown(season))
      }
    }
    return path
  }
}

extension EpisodeState {
  fileprivate func isLower(than other: EpisodeState) -> Bool {
    self != other && (other == .watched || self == .unwatched)
  }
}

extension EpisodeStates { func state(_ place: EpisodePlace) -> EpisodeState { self[place.season, place.episode] } }
