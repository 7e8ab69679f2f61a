import Foundation
import MediaCore

/// A change of a show's episodes: what shall be true of them. Steps that follow each other while they wait become one mutation.
struct ProgressMutation: Mutation {
  static let kind: MutationKind = "tally.progress"

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
    /// The place in the season, by which the server counts; for a season that of its last episode.
    var episode: Int
    var state: EpisodeState
    /// The number of the episode while its place is not known: then ``episode`` is the same number, which is right for a season
    /// that is numbered from 1.
    var name: Int?

    var place: EpisodePlace { EpisodePlace(season: season, episode: episode) }
    /// Whether it can take something back.
    var lowers: Bool { kind == .position || state != .watched }
  }

  let show: TMDBID
  var steps: [Step]
  /// The number of episodes by season, as far as known.
  var counts: [Int: Int] = [:]
  /// Set by the merge: what the server held before the first call. The calls take several steps over what is there, and what
  /// they have half overwritten can be known from nothing else.
  var before: EpisodeStates?
  /// Set by the merge: how many of the calls that lead on from `before` are known to have arrived, because the server was read
  /// and showed it. Fewer than that cannot be what is there later.
  var arrived: Int?

  /// When it was made, by the device's clock: nil for one of an earlier version.
  var madeAt: Date?

  /// Not the target of the show's entry: an add that cannot be sent now does not hold the progress back.
  var target: String { "progress/\(show)" }
  var isMultiStep: Bool { true }
  var isNotedBeforeSending: Bool { lowers || isExact }

  var lowers: Bool { steps.contains { $0.lowers } }
  /// Whether seasons that are not meant must be kept from the server's habit of writing everything before.
  private var isExact: Bool { steps.contains { $0.kind == .season || $0.kind == .episode } }
  /// The episodes that the server has to store: a missing one was not written, or never can be. Those that the calls only
  /// pass by may be missing.
  var placesToStore: Set<EpisodePlace> { Set(steps.filter { $0.state != .unwatched }.map(\.place)) }

  // MARK: Sending

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> EpisodeStates? {
    let numbering = try await numbering(api)
    // The lookup can have failed for days: an answer from before it stands for nothing.
    let isNamed = steps.contains { $0.name != nil }
    guard !numbering.isEmpty else { return try await states(api, context, usesRecent: !isNamed) }
    var states = try await placed(by: numbering).states(api, context, usesRecent: !isNamed) ?? EpisodeStates()
    states.numbering = numbering
    return states
  }

  private func states(
    _ api: TallyMutationAPI, _ context: MutationContext, usesRecent: Bool
  ) async throws(ClientError) -> EpisodeStates? {
    let (cache, reads) = (api.caches.progress, api.caches.reads)
    if !context.isReadBack, !context.wasSent {
      // An answer of a moment ago stands for the read before the write. The read after it shows whether it was true.
      if usesRecent, reads.hasProgress(of: show, account: context.account),
        let known = try await cache.read({ [show] server, _ in server[show] })
      {
        return known
      }
      // Raising takes nothing from anybody who has raised. One that has waited can meet somebody who has gone back meanwhile: the
      // server is read, so that this is not lost unseen.
      let hasWaited = madeAt.map { api.client.environment.clock.now().timeIntervalSince($0) > Self.readTime } ?? false
      if !lowers, !isExact, !hasWaited { return nil }
    }
    // Without a mark the answer is not kept, and the next read brings it.
    let mark = try? await cache.readMark()
    let states = EpisodeStates(try await api.roles.progress.progress(of: show))
    // The server leaves out what it has not stored, such as a season that is newer than its copy of the show.
    guard context.isReadBack, !placesToStore.allSatisfy({ states.isStored($0) }) else { return states }
    // The episodes that it took are shown.
    if let mark { try? await cache.merge(states, askedAt: mark) { $0[show] = $1 } }
    throw Self.notStored
  }

  private static var notStored: ClientError {
    ClientError(.unsupported, operation: .tallyProgressSet, detail: ProgressDetail.episodeNotStored)
  }

  /// Raising progress never takes anything from anybody. Lowering counts only against the state that was known when the user
  /// asked for it: if another device has moved on, that stays, and the app can ask again.
  func resolve(_ merge: MergeInput<ProgressMutation>) -> Resolution<ProgressMutation> {
    if let numbering = merge.remote?.numbering {
      var merge = merge
      merge.remote?.numbering = nil
      return placed(by: numbering).resolve(merge)
    }
    // A number that the season skips is no episode.
    guard steps.allSatisfy({ $0.place.isPossible && $0.name == nil }) else {
      return .refused(reason: ClientError.Kind.invalidRequest.rawValue)
    }
    let now = merge.remote ?? EpisodeStates()
    let before = merge.sent.map { ProgressPlan.undone($0, in: now) } ?? now
    if applied(to: before).isSame(as: now) { return .done }
    if lowers, let base = merge.base, !base.isSame(as: before) {
      return .superseded(reason: ProgressDetail.movedOn)
    }
    var mutation = self
    mutation.before = before
    mutation.arrived = ProgressPlan.arrived(mutation, in: now)
    return .write(mutation)
  }

  /// For how long a change counts as made on what the server has now.
  private static let readTime = 10.0

  func overwritesAnother(_ merge: MergeInput<ProgressMutation>) -> Bool {
    // Without a read nothing is known of another device.
    guard let base = merge.base, let now = merge.remote, !now.seasons.isEmpty else { return false }
    let theirs = before ?? now
    return !ProgressConflict.disputed(base, theirs, applied(to: theirs)).isEmpty
  }

  func perform(
    _ api: TallyMutationAPI, over remote: EpisodeStates?, _ context: MutationContext
  ) async throws(ClientError) {
    var mutation = self
    if isExact, counts.isEmpty, let analysis = try? await api.roles.shows.analyze(show, country: "US", season: nil) {
      mutation.counts = Dictionary(
        analysis.seasonInfo.map { ($0.seasonNumber, $0.episodeCount) }, uniquingKeysWith: { $1 })
    }
    let states = remote ?? EpisodeStates()
    let plan = ProgressPlan(from: states, to: mutation)
    var isStored = true
    for (index, call) in plan.calls.enumerated() {
      // The read before the write stands for the first one.
      if index > 0, call.lowers, !lowers { try await verify(plan.calls.prefix(index), from: states, api) }
      do throws(ClientError) {
        let receipt = try await api.roles.progress.set(
          call.state, upTo: call.place.episode, season: call.place.season, of: show)
        if placesToStore.contains(call.place), receipt.updatedCount < call.place.episode { isStored = false }
      } catch {
        // A first season that is numbered by a year has nothing before it, so there is nothing to bring back.
        guard call.place.episode == ProgressPlan.end, error.status == 400 else {
          let isLast = index == plan.calls.count - 1
          if isLast, error.canBeLostReply, try await hasArrived(api) { return }
          throw error
        }
      }
    }
    // The server is read all the same, and what it took instead is shown.
    if !isStored {
      let known = try await lookUpSeasons(api)
      guard placed(by: known) == self else { return }
      throw Self.notStored
    }
  }

  /// Reads again before a call that lowers what an earlier one had to raise on the way: what another device has raised in the
  /// meantime would go down with it. Where there is anything but the half that our calls have left the write ends, and the
  /// next round merges what is there.
  private func verify(
    _ calls: some Sequence<ProgressPlan.Call>, from states: EpisodeStates, _ api: TallyMutationAPI
  ) async throws(ClientError) {
    let now = EpisodeStates(try await api.roles.progress.progress(of: show))
    guard ProgressPlan.half(of: states, after: calls, storedAsIn: now).isSame(as: now) else {
      throw ClientError(.conflict, operation: .tallyProgressSet, detail: ProgressDetail.movedOn)
    }
  }

  /// Whether the server shows all of it, after an answer that did not come. Found out at once: with the next round, the same lost answer
  /// would be a change that waits or one that is saved, by which of them came first.
  private func hasArrived(_ api: TallyMutationAPI) async throws(ClientError) -> Bool {
    isReflected(in: EpisodeStates(try await api.roles.progress.progress(of: show)))
  }

  static func isFinal(_ error: ClientError) -> Bool { error.detail != ProgressDetail.movedOn && error.isFinalRefusal }

  /// Episodes that the server does not store are left out: it will never say anything of them.
  func isReflected(in remote: EpisodeStates?) -> Bool {
    if let numbering = remote?.numbering {
      var remote = remote
      remote?.numbering = nil
      return placed(by: numbering).isReflected(in: remote)
    }
    let states = remote ?? EpisodeStates()
    let named = Set(steps.filter { $0.kind != .season || $0.state == .watched }.map(\.place))
    return changes(of: states).allSatisfy { change in !states.isStored(change.place) && !named.contains(change.place) }
  }

  func coalesced(with newer: ProgressMutation) -> ProgressMutation? {
    var merged = self
    merged.counts.merge(newer.counts) { $1 }
    for step in newer.steps {
      if let last = merged.steps.last, step.covers(last) { merged.steps.removeLast() }
      // An earlier one that is the same has no effect any more.
      merged.steps.removeAll { $0 == step }
      merged.steps.append(step)
    }
    return merged
  }

  func answered() -> ProgressMutation {
    guard let before else { return self }
    var noted = self
    noted.arrived = ProgressPlan(from: before, to: self).calls.count
    return noted
  }

  // MARK: Showing

  static var overlay: MutationOverlay<[TMDBID: EpisodeStates]> {
    MutationOverlay(ProgressMutation.self) { mutation, shows in
      shows[mutation.show] = mutation.applied(to: shows[mutation.show] ?? EpisodeStates())
    } settle: { mutation, record, shows in
      var states = record.remote(ProgressMutation.self)
      states?.numbering = nil
      shows[mutation.show] = states
    }
  }

  func applied(to states: EpisodeStates) -> EpisodeStates {
    steps.reduce(states) { states, step in step.shown(counts).applied(to: states) }
  }

  /// The episodes that the mutation would change.
  func changes(of states: EpisodeStates) -> [EpisodeChange] {
    let wanted = applied(to: states)
    return Set(states.places).union(wanted.places).sorted().compactMap { place in
      let (from, to) = (states[place.season, place.episode], wanted[place.season, place.episode])
      return from == to ? nil : EpisodeChange(place: place, from: from, to: to)
    }
  }
}

/// Reasons that changes of progress end with.
public enum ProgressDetail {
  /// The server has no copy of the episode and never gets one: the season is newer than the day the show was first added.
  public static let episodeNotStored = "episodeNotStored"
  /// Another device has changed the show in the meantime; nothing was taken back.
  public static let movedOn = "movedOn"
}

extension ProgressMutation.Step {
  /// Whether nothing is left of `older` after this.
  func covers(_ older: ProgressMutation.Step) -> Bool {
    // A name and a place of one season cannot be compared.
    let isComparable = older.season != season || (older.name == nil) == (name == nil)
    return switch kind {
    case .position: true
    case .upTo: older.kind == .upTo && isComparable && older.place <= place
    case .season: older.season == season && (older.kind == .season || older.kind == .episode)
    case .episode: older.kind == .episode && isComparable && older.place == place
    }
  }

  /// The step as it is shown: a name that the season, by its length, cannot have as a place marks nothing of the season.
  fileprivate func shown(_ counts: [Int: Int]) -> ProgressMutation.Step {
    guard let name, let count = counts[season], name > count else { return self }
    var step = self
    step.episode = 0
    if kind == .episode { step.state = .unwatched }
    return step
  }

  func applied(to states: EpisodeStates) -> EpisodeStates {
    guard place.isPossible else { return states }
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
