import Foundation
import MediaCore

/// A change of a show's episodes: the states they shall have. Consecutive changes that wait merge into one mutation of several steps.
struct ProgressMutation: Mutation {
  static let kind: MutationKind = "tally.progress"

  struct Step: Codable, Hashable, Sendable {
    enum Kind: String, Codable, Sendable {
      /// Marks this episode and everything before it as watched; later episodes stay as they are.
      case upTo
      /// Marks everything before as watched, this episode as being watched, and everything after as unwatched.
      case position
      /// Marks a whole season, and nothing else.
      case season
      /// Marks one episode, and nothing else.
      case episode
    }

    var kind: Kind
    var season: Int
    /// The place in the season, as the server counts; for a whole season the place of its last episode.
    var episode: Int
    var state: EpisodeState
    /// The episode's number while its place is unknown. ``episode`` is the same number then, which is right for a season that is numbered
    /// from 1.
    var name: Int?
    /// The episode's number and the season's length when ``episode`` was looked up, so that the place can be looked up again after TMDB has
    /// renumbered the season. Nil for a whole season, an unknown place, and a step stored by an earlier version of the app.
    var listed: Listed?

    struct Listed: Codable, Hashable, Sendable {
      var number: Int
      var count: Int
    }

    var place: EpisodePlace { EpisodePlace(season: season, episode: episode) }
    /// Whether the step can un-watch an episode.
    var lowers: Bool { kind == .position || state != .watched }
  }

  let show: TMDBID
  var steps: [Step]
  /// The number of episodes by season, as far as known; looked up by `fetch` for an exact change that was made without them.
  var counts: [Int: Int] = [:]
  /// The server's states before the first call, set by the merge. A change needs several calls that overwrite each other's episodes, so a
  /// half-done change cannot be told from the server's states alone.
  var before: EpisodeStates?
  /// The number of calls from `before` on that have arrived for certain, because a read showed their effect or the server answered them;
  /// set by the merge and by `answered()`. A later read cannot show fewer of them.
  var arrived: Int?
  /// The states that another device may have left, where they differ from `before`; set by the merge. A half-done change of this device
  /// can look like the other device's going back: the change then counts, and these states are listed as the losing side of a conflict.
  var theirs: EpisodeStates?

  /// When the change was made, by the device's clock; nil for a change made by an earlier version of the app.
  var madeAt: Date?

  /// Differs from the target of the show's entry, so that an add that cannot be sent does not hold the progress back.
  var target: String { "progress/\(show)" }
  var isMultiStep: Bool { true }
  var isNotedBeforeSending: Bool { lowers || isExact }

  var lowers: Bool { steps.contains { $0.lowers } }
  /// Whether earlier episodes must keep their states, although the server's route writes all of them.
  var isExact: Bool { steps.contains { $0.kind == .season || $0.kind == .episode } }
  /// The episodes that the server must have stored afterwards: a missing one was not written, or never can be. Episodes that the calls only
  /// pass may be missing.
  var placesToStore: Set<EpisodePlace> { Set(steps.filter { $0.state != .unwatched }.map(\.place)) }

  // MARK: Sending

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    let numbering = try await numbering(api)
    // If a step has only a `name`, the change may have waited for days until its place was known: read the server, not the recent answer.
    let isNamed = steps.contains { $0.name != nil }
    let states = try await placed(by: numbering).states(api, context, usesRecent: !isNamed)
    guard let states = states ?? (numbering.isEmpty ? nil : EpisodeStates()) else { return nil }
    return Remote(states: states, numbering: numbering, counts: await lengths(api, context))
  }

  private func states(
    _ api: TallyMutationAPI, _ context: MutationContext, usesRecent: Bool
  ) async throws(ClientError) -> EpisodeStates? {
    let (cache, reads) = (api.progress, api.reads)
    if !context.isReadBack, !context.wasSent {
      // If the progress was read seconds ago, skip the read before the write. The read after the write shows any difference.
      if usesRecent, reads.hasProgress(of: show, account: context.account),
        let known = try await cache.read({ [show] server, _ in server.shows[show] })
      {
        return known
      }
      // If the change is recent and only marks episodes as watched, skip the read. If it has waited, read: another device may have
      // un-watched episodes since.
      if !lowers, !isExact, !hasWaited(api) { return nil }
    }
    // If the files cannot be read, `mark` is nil: use the answer without caching it.
    let mark = try? await cache.readMark()
    let states = EpisodeStates(try await api.roles.progress.progress(of: show))
    // The server omits episodes that it has not stored, such as those of a new season. If the answer after the write lacks one of
    // `placesToStore`, the server did not store that mark: throw.
    guard context.isReadBack, !placesToStore.allSatisfy({ states.isStored($0) }) else { return states }
    // Cache the answer before throwing, so that the screen shows the episodes that were stored.
    if let mark { try? await cache.merge(states, askedAt: mark) { $0.shows[show] = $1 } }
    throw Self.notStored
  }

  private static var notStored: ClientError {
    ClientError(.unsupported, operation: .tallyProgressSet, detail: ProgressDetail.episodeNotStored)
  }

  /// Writes a change that only marks episodes as watched, over any state. A change that un-watches episodes is written only if the server's
  /// states are those the user saw; if another device has changed them, the server's stay, and the app can ask the user again.
  func resolve(_ merge: MergeInput<ProgressMutation>) -> Resolution<ProgressMutation> {
    var mutation = completed(by: merge.remote)
    // If a step still has a `name`, its season has no episode with that number: refuse the change.
    guard mutation.steps.allSatisfy({ $0.place.isPossible && $0.name == nil }) else {
      return .refused(reason: ClientError.Kind.invalidRequest.rawValue)
    }
    let now = merge.remote?.states ?? EpisodeStates()
    let before = merge.sent.map { ProgressPlan.undone($0, in: now) } ?? now
    if mutation.applied(to: before).isSame(as: now) { return .done }
    if lowers, let base = merge.base?.states, !base.isSame(as: before) {
      return .superseded(reason: ProgressDetail.movedOn)
    }
    mutation.before = before
    mutation.arrived = ProgressPlan.arrived(mutation, in: now)
    mutation.theirs = merge.sent.flatMap { sent in
      let theirs = ProgressPlan.undone(sent, in: now, onlyCertain: true)
      return theirs.isSame(as: before) ? sent.theirs : theirs
    }
    return .write(mutation)
  }

  /// Whether the change is over ten seconds old.
  func hasWaited(_ api: TallyMutationAPI) -> Bool {
    madeAt.map { api.client.environment.clock.now().timeIntervalSince($0) > 10 } ?? false
  }

  func overwritesAnother(_ merge: MergeInput<ProgressMutation>) -> Bool {
    guard let now = merge.remote?.states, !now.seasons.isEmpty else { return false }
    return !ProgressConflict.Sides(self, base: merge.base?.states, now: now).disputed.isEmpty
  }

  func perform(
    _ api: TallyMutationAPI, over remote: Remote?, _ context: MutationContext
  ) async throws(ClientError) {
    let states = remote?.states ?? EpisodeStates()
    let plan = ProgressPlan(from: states, to: self)
    var isStored = true
    for (index, call) in plan.calls.enumerated() {
      // If the user's change un-watches nothing but this call does, the call only resets episodes that an earlier call had to mark. Check
      // first that no other device has marked them since, otherwise the call undoes those marks.
      if index > 0, call.lowers, !lowers { try await verify(plan.calls.prefix(index), from: states, api) }
      do throws(ClientError) {
        let receipt = try await api.roles.progress.set(
          call.state, upTo: call.place.episode, season: call.place.season, of: show)
        if placesToStore.contains(call.place), receipt.updatedCount < call.place.episode { isStored = false }
      } catch {
        // The place `end` covers all episodes up to a season's end. If there are none, the server answers 400: nothing is to be written.
        guard call.place.episode == EpisodePlace.end, error.status == 400 else {
          let isLast = index == plan.calls.count - 1
          if isLast, error.canBeLostReply, try await hasArrived(plan, from: states, api) { return }
          throw error
        }
      }
    }
    // If an episode was not stored, look up the season's length. If the season is shorter than counted, the missing episode does not exist:
    // return, and the queue shows the server's states.
    if !isStored {
      let known = try await lookUpSeasons(api)
      guard placed(by: known) == self else { return }
      throw Self.notStored
    }
  }

  /// Reads the server before a call that lowers episodes that an earlier call had to raise, because episodes that another device has raised
  /// in the meantime would be lowered with them. Throws `conflict` if the server has other states than our calls have left; the queue's
  /// next round then merges the server's states.
  private func verify(
    _ calls: some Sequence<ProgressPlan.Call>, from states: EpisodeStates, _ api: TallyMutationAPI
  ) async throws(ClientError) {
    let now = EpisodeStates(try await api.roles.progress.progress(of: show))
    guard ProgressPlan.half(of: states, after: calls, storedAsIn: now).isSame(as: now) else {
      throw ClientError(.conflict, operation: .tallyProgressSet, detail: ProgressDetail.movedOn)
    }
  }

  /// Whether the server shows the whole change after a lost answer. Checked at once, because otherwise the same lost answer would end as a
  /// waiting or as a written change, depending on which came first.
  private func hasArrived(
    _ plan: ProgressPlan, from states: EpisodeStates, _ api: TallyMutationAPI
  ) async throws(ClientError) -> Bool {
    let now = EpisodeStates(try await api.roles.progress.progress(of: show))
    guard isReflected(in: now) else { return false }
    // If the plan has several calls, the last one restores episodes that the earlier ones had to overwrite. Compare the restored episodes as
    // well, otherwise a change that has arrived only in part counts as written.
    return plan.calls.count == 1 || ProgressPlan.half(of: states, after: plan.calls, storedAsIn: now).isSame(as: now)
  }

  static func isFinal(_ error: ClientError) -> Bool { error.detail != ProgressDetail.movedOn && error.isFinalRefusal }

  func isReflected(in remote: Remote?) -> Bool {
    completed(by: remote).isReflected(in: remote?.states ?? EpisodeStates())
  }

  /// Ignores episodes that the server does not store, unless a step names them: the server never reports them.
  func isReflected(in states: EpisodeStates) -> Bool {
    let named = Set(steps.filter { $0.kind != .season || $0.state == .watched }.map(\.place))
    return changes(of: states).allSatisfy { change in !states.isStored(change.place) && !named.contains(change.place) }
  }

  func coalesced(with newer: ProgressMutation) -> ProgressMutation? {
    var merged = self
    merged.counts.merge(newer.counts) { $1 }
    for step in newer.steps {
      if let last = merged.steps.last, step.covers(last) { merged.steps.removeLast() }
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

  static var overlay: MutationOverlay<ProgressCache> {
    MutationOverlay(ProgressMutation.self) { mutation, cache in
      let (show, placed) = (mutation.show, mutation.placed(by: cache.numbering[mutation.show] ?? [:]))
      cache.shows[show] = placed.applied(to: cache.shows[show] ?? EpisodeStates())
    } settle: { mutation, record, cache in
      cache.shows[mutation.show] = record.remote(ProgressMutation.self)?.states
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

/// The values that `ClientError.detail` has if a change of progress cannot be made.
public enum ProgressDetail {
  /// The server has not stored the episode and never stores it, because the season is newer than the server's copy of the show. The server
  /// made this copy when the show was first added.
  public static let episodeNotStored = "episodeNotStored"
  /// A change that would have made episodes unwatched was not sent, because another device has changed the progress of the show in the
  /// meantime.
  public static let movedOn = "movedOn"
}

extension ProgressMutation.Step {
  /// A step that marks a whole season.
  init(season: Int, count: Int, watched: Bool) {
    self.init(kind: .season, season: season, episode: count, state: watched ? .watched : .unwatched)
  }

  /// Whether `older` has no effect any more after this step.
  func covers(_ older: ProgressMutation.Step) -> Bool {
    // In one season, a step with a `name` (an episode's number) cannot be compared with a step with a place.
    let isComparable = older.season != season || (older.name == nil) == (name == nil)
    // In one season, the two places may come from different numberings: compare the episodes' numbers if both steps have one.
    let isSame = older.season == season
    let (old, new) = isSame ? (older.numberOrPlace(with: self), numberOrPlace(with: older)) : (older.place, place)
    return switch kind {
    case .position: true
    case .upTo: older.kind == .upTo && isComparable && old <= new
    case .season: older.season == season && (older.kind == .season || older.kind == .episode)
    case .episode: older.kind == .episode && isComparable && old == new
    }
  }

  /// The season and the episode's number if both steps have a number, otherwise its place.
  private func numberOrPlace(with other: ProgressMutation.Step) -> EpisodePlace {
    guard let listed, other.listed != nil else { return place }
    return EpisodePlace(season: season, episode: listed.number)
  }

  /// The step as the screen shows it: an episode number above the season's length is not a place, so it marks nothing of the season.
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
