import Foundation
import MediaCore

extension ProgressMutation {
  /// The server's states of the show, with what was looked up for the change.
  struct Remote: Hashable, Sendable {
    var states: EpisodeStates
    /// The episode numbers of each season that the change names episodes of. Empty for a season that the server was asked for and cannot
    /// describe.
    var numbering: [Int: EpisodeNumbering] = [:]
    /// The number of episodes of each season: it decides between one call for a whole season and one for each episode.
    var counts: [Int: Int] = [:]
  }

  /// The mutation with the counts and numbers of `remote` filled in where its own are missing.
  func completed(by remote: Remote?) -> ProgressMutation {
    guard let remote else { return self }
    var completed = self
    if counts.isEmpty { completed.counts = remote.counts }
    return completed.placed(by: remote.numbering)
  }

  /// The mutation with places instead of names, for seasons in `numbering`.
  func placed(by numbering: [Int: EpisodeNumbering]) -> ProgressMutation {
    guard !numbering.isEmpty else { return self }
    var placed = self
    for index in placed.steps.indices {
      guard let numbers = numbering[placed.steps[index].season] else { continue }
      placed.steps[index] = placed.steps[index].placed(by: numbers)
    }
    for (season, numbers) in numbering where numbers.count > 0 {
      // If TMDB lists an episode twice, the count includes the episode twice and the numbering only once: use the smaller count.
      if let count = placed.counts[season], numbers.count < count { placed.counts[season] = numbers.count }
    }
    return placed
  }

  /// The numbering of the seasons that the steps name, requested from the server if this device does not have it. Until it is known nothing
  /// is sent, since the change could mark another episode. A change that has waited requests an outdated numbering again, but is sent with
  /// the outdated one if the server cannot describe the season.
  func numbering(_ api: TallyMutationAPI) async throws(ClientError) -> [Int: EpisodeNumbering] {
    let seasons = Set(steps.map(\.season))
    let known = await api.seasons.seasons(of: show).filter { seasons.contains($0.key) }
    var numbering = known.compactMapValues(\.numbering)
    for step in steps where step.name != nil && numbering[step.season] == nil {
      numbering[step.season] = try await lookUp(step, api)
    }
    guard hasWaited(api) else { return numbering }
    let now = api.client.serverNow()
    for season in Set(steps.filter { $0.listed != nil }.map(\.season)).sorted() {
      if let known = known[season], known.isFresh(at: now, since: .distantPast) { continue }
      if let new = try? await api.season(season, of: show), new.count > 0 { numbering[season] = new }
    }
    return numbering
  }

  /// The number of episodes by season for the plan of an exact change, requested from the server if the change was made without them.
  func lengths(_ api: TallyMutationAPI, _ context: MutationContext) async -> [Int: Int] {
    guard isExact, counts.isEmpty, !context.isReadBack else { return counts }
    // If an earlier attempt was sent, the server may have received some of its calls. Plan with that attempt's season lengths, otherwise a
    // half-done change is not recognised.
    if context.wasSent {
      return await context.changes(of: target).first { $0.id == context.id }?.sent(ProgressMutation.self)?.counts ?? [:]
    }
    guard let analysis = try? await api.roles.shows.analyze(show, country: "US", season: nil) else { return [:] }
    return Dictionary(analysis.seasonInfo.map { ($0.seasonNumber, $0.episodeCount) }, uniquingKeysWith: { $1 })
  }

  private func lookUp(_ step: Step, _ api: TallyMutationAPI) async throws(ClientError) -> EpisodeNumbering {
    do throws(ClientError) { return try await api.season(step.season, of: show) } catch {
      if error.isTransient || error.endsWrites { throw error }
      // If the server says that the show has no such season, return an empty numbering, which counts the season's episodes from 1. But if
      // the step's episode number is greater than the known number of episodes, the season's numbers begin above 1. Counting from 1 would
      // then mark another episode: throw the error instead.
      let isTooFar = counts[step.season].map { step.kind != .season && step.episode > $0 } ?? false
      if !isTooFar, await isMissing(step.season, api) { return EpisodeNumbering([]) }
      // A server without access to TMDB answers 200 without a season, which would be a final refusal: the change waits instead.
      throw error.isFinalRefusal ? ClientError(.server, operation: .tallyShowSeason, status: error.status) : error
    }
  }

  /// Whether the show's analysis lacks the season. The season's route answers 500 both for a season that does not exist and while the server
  /// cannot reach TMDB, and then the analysis fails too.
  private func isMissing(_ season: Int, _ api: TallyMutationAPI) async -> Bool {
    let analysis = try? await api.roles.shows.analyze(show, country: CountryPreference.fallback, season: nil)
    return analysis?.lacks(season: season) ?? false
  }

  /// The numbering, read from the server, of seasons that the steps mark whole as watched.
  func lookUpSeasons(_ api: TallyMutationAPI) async throws(ClientError) -> [Int: EpisodeNumbering] {
    var numbering: [Int: EpisodeNumbering] = [:]
    for step in steps where step.kind == .season && step.state == .watched {
      numbering[step.season] = try await lookUp(step, api)
    }
    return numbering
  }
}

extension ProgressMutation.Remote: Codable {
  private enum CodingKeys: CodingKey { case counts, numbering, seasons }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    states = try EpisodeStates(from: decoder)
    numbering = try members.decodeIfPresent([Int: EpisodeNumbering].self, forKey: .numbering) ?? [:]
    counts = try members.decodeIfPresent([Int: Int].self, forKey: .counts) ?? [:]
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if !counts.isEmpty { try members.encode(counts, forKey: .counts) }
    if !numbering.isEmpty { try members.encode(numbering, forKey: .numbering) }
    try members.encode(states.seasons, forKey: .seasons)
  }
}

extension ProgressMutation.Step {
  /// `states` with every episode of the season up to this step's place watched.
  func raised(in states: EpisodeStates) -> EpisodeStates {
    var states = states
    for place in stride(from: 1, through: min(episode, EpisodePlace.end - 1), by: 1) {
      states[season, place] = .watched
    }
    return states
  }

  fileprivate func placed(by numbers: EpisodeNumbering) -> ProgressMutation.Step {
    var step = self
    if kind == .season {
      if numbers.count > 0, numbers.count < episode { step.episode = numbers.count }
      return step
    }
    guard let number = name ?? listed?.number else { return self }
    if let listed, !numbers.numbers.contains(number), listed.isListed(at: episode) {
      // TMDB has renumbered the season, and `number` is gone. If the season still has as many episodes, the place still fits. If not, the
      // place would mark another episode: keep only the number, so that `resolve(_:)` refuses the change.
      guard numbers.count != listed.count, numbers.count > 0 else { return self }
      (step.episode, step.name, step.listed) = (0, number, nil)
      if kind == .episode { step.state = .unwatched }
      return step
    }
    guard let place = numbers.place(of: number) else { return self }
    (step.episode, step.name, step.listed) = (place, nil, .init(number: number, count: numbers.count))
    return step
  }
}

extension ProgressMutation.Step.Listed {
  /// Whether the season had the number when `place` was looked up, and did not just go on counting behind its last one.
  fileprivate func isListed(at place: Int) -> Bool { place <= count }
}

extension ClientError {
  /// Whether the request may have arrived although its answer did not.
  var canBeLostReply: Bool { (kind == .timedOut || kind == .unreachable) && canHaveArrived }

  /// Whether a write would fail for the same reason.
  fileprivate var endsWrites: Bool { [.tls, .signedOut, .storage].contains(kind) }
}

extension TallyMutationAPI {
  /// Reads the numbering of a season from the server.
  func season(_ number: Int, of show: TMDBID) async throws(ClientError) -> EpisodeNumbering {
    EpisodeNumbering(
      try await seasons.ask(number, of: show, country: CountryPreference.fallback).episodes.map(\.episodeNumber))
  }
}
