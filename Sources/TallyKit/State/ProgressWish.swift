import MediaCore

/// What shall be true of a show's episodes: the wish of a progress intent. Steps that follow each other while they wait become
/// one wish.
struct ProgressWish: Codable, Hashable, Sendable {
  struct Step: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable {
      /// This episode and everything before it is watched; nothing after it is touched.
      case upTo
      /// Everything before is watched, this one is being watched, everything after is unwatched.
      case position
      /// A whole season, and nothing else.
      case season
      /// One episode, and nothing else.
      case episode
    }

    var kind: Kind
    var season: Int
    /// The number; for a season that of its last episode.
    var episode: Int
    var state: EpisodeState

    var place: EpisodePlace { EpisodePlace(season: season, episode: episode) }
    /// Whether it can take something back.
    var lowers: Bool { kind == .position || state != .watched }
  }

  var steps: [Step]
  /// How many episodes seasons have, as far as known.
  var counts: [Int: Int] = [:]
  /// Set by the merge: what the server held before the first call. The calls take several steps over what is there, and what
  /// they have painted over by half can be known from nothing else.
  var base: EpisodeStates?
  /// Set by the merge: how many of the calls that lead from `base` to the wish are known to have arrived, because the server was
  /// read and showed it. Fewer than that cannot be what is there later.
  var arrived: Int?

  var lowers: Bool { steps.contains { $0.lowers } }
  /// Whether seasons that are not meant must be kept from the server's habit of writing everything before.
  var isExact: Bool { steps.contains { $0.kind == .season || $0.kind == .episode } }

  /// What the server has to store of it: where one is missing it was not written, or never can be. Those that the calls only
  /// pass by may be missing.
  var placesToStore: Set<EpisodePlace> { Set(steps.filter { $0.state != .unwatched }.map(\.place)) }

  func combined(with newer: ProgressWish) -> ProgressWish {
    var wish = self
    wish.counts.merge(newer.counts) { $1 }
    for step in newer.steps {
      if let last = wish.steps.last, step.covers(last) { wish.steps.removeLast() }
      wish.steps.append(step)
    }
    return wish
  }

  func applied(to states: EpisodeStates) -> EpisodeStates {
    steps.reduce(states) { states, step in step.applied(to: states) }
  }

  /// What is not as wished.
  func changes(of states: EpisodeStates) -> [EpisodeChange] {
    let wished = applied(to: states)
    return Set(states.places).union(wished.places).sorted().compactMap { place in
      let (from, to) = (states[place.season, place.episode], wished[place.season, place.episode])
      return from == to ? nil : EpisodeChange(place: place, from: from, to: to)
    }
  }

  /// The same, leaving out what the server does not store: episodes that it never will say anything of.
  func isReflected(in states: EpisodeStates) -> Bool {
    let named = Set(steps.filter { $0.kind != .season || $0.state == .watched }.map(\.place))
    return changes(of: states).allSatisfy { change in !states.isStored(change.place) && !named.contains(change.place) }
  }
}

extension ProgressWish.Step {
  /// Whether nothing is left of `older` after this.
  func covers(_ older: ProgressWish.Step) -> Bool {
    switch kind {
    case .position: true
    case .upTo: older.kind == .upTo && older.place <= place
    case .season: older.season == season && (older.kind == .season || older.kind == .episode)
    case .episode: older.kind == .episode && older.place == place
    }
  }

  func applied(to states: EpisodeStates) -> EpisodeStates {
    var states = states
    switch kind {
    case .episode: states[season, episode] = state
    case .season:
      let last = max(episode, states.seasons[season]?.keys.max() ?? 0)
      for number in stride(from: 1, through: last, by: 1)
      where number <= episode || states[season, number] != .unwatched {
        states[season, number] = state
      }
    case .upTo, .position:
      for known in states.places where known < place { states[known.season, known.episode] = .watched }
      for number in stride(from: 1, through: episode, by: 1) { states[season, number] = .watched }
      guard kind == .position else { return states }
      states[season, episode] = .watching
      for known in states.places where known > place { states[known.season, known.episode] = .unwatched }
    }
    return states
  }
}
