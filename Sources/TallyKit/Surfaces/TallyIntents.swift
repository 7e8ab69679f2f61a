import Foundation
public import MediaCore

/// The shows that a voice assistant or a shortcut can choose from, and the action on them: mark the next episode as watched. The action
/// returns a sentence for the user, or throws an error with such a sentence (`ClientError.text(_:)`).
///
/// ```swift
/// let intents = TallyIntents(tally: tally)
/// if let show = try await intents.matching("harbour lights").first {
///   print(try await intents.markNextWatched(show.id).sentence)
/// }
/// ```
/// On Apple's systems, `MarkNextEpisodeWatchedIntent` connects the action to App Intents.
public struct TallyIntents: Sendable {
  /// The highest number of shows that ``suggested()`` and ``matching(_:)`` return.
  public static let limit = 25
  /// The longest wait for the server before the data on this device is used.
  static let patience = Duration.seconds(5)

  private let tally: TallyService

  /// Creates the actions of the account that is signed in. Sends no request.
  public init(tally: TallyService) { self.tally = tally }

  /// The texts of the service, in which the sentences are written.
  public var texts: Texts { tally.texts }

  // MARK: Shows

  /// Returns the shows to offer first, as stored on this device: those that the user watches, then the others that are neither completed
  /// nor dropped. Sends a request only if this device has never read the watchlist.
  /// - Throws: `signedOut`, `storage`.
  public func suggested() async throws(ClientError) -> [TrackedItem] {
    let items = try await items()
    let watching = items.filter { $0.status == .watching }
    return Array((watching + items.filter { $0.status == .watchlist }).prefix(Self.limit))
  }

  /// Returns shows of the watchlist by their ids, in the order of the ids. A show that is not on the list is left out.
  /// - Throws: `signedOut`, `storage`.
  public func items(of ids: [TMDBID]) async throws(ClientError) -> [TrackedItem] {
    let items = try await items()
    return ids.compactMap { id in items.first { $0.id == id } }
  }

  /// Returns the shows of the watchlist whose title contains every word of `text`, as stored on this device, whatever their status. For a
  /// blank text, returns ``suggested()``.
  /// - Throws: `signedOut`, `storage`.
  public func matching(_ text: String) async throws(ClientError) -> [TrackedItem] {
    guard !SearchText.words(text).isEmpty else { return try await suggested() }
    return Array(try await items().filter { SearchText.matches(text, in: [$0.title]) }.prefix(Self.limit))
  }

  /// The watchlist as stored on this device; read from the server if this device has never read it.
  private func items() async throws(ClientError) -> [TrackedItem] {
    if try await tally.watchlistStore.refreshedAt() == nil {
      try await ask { [store = tally.watchlistStore] () async throws(ClientError) in try await store.refresh() }
    }
    return try await tally.watchlistStore.items()
  }

  // MARK: Marking

  /// Marks the episode that follows the last watched one as watched. First reads the progress from the server; if the server cannot be
  /// reached or is slow, uses the progress on this device. The mark is durable when the call returns, and is sent when the server can be
  /// reached.
  /// - Returns: the reply with the episode, by its season and its number at TMDB; by its place in the season, from 1, if the season's
  ///   numbers cannot be read.
  /// - Throws: `notFound` with the detail `notListed` if the show is not on the watchlist, and with the detail `allWatched` if every
  ///   episode is watched; the error of the server if this device has no progress of the show, or cannot find out which episode comes next;
  ///   `signedOut`, `storage`.
  @discardableResult
  public func markNextWatched(_ show: TMDBID) async throws(ClientError) -> IntentReply<EpisodePlace> {
    let isChecked = Locked(false)
    // If another account signs in while the server is asked, fail: the mark would go into that account's progress.
    let (sources, problem) = try await tally.client.accounts.ofOneAccount(.tallyIntent) {
      () async throws(ClientError) in
      guard try await tally.watchlistStore.item(show) != nil else { throw failure(TallyDetail.notListed) }
      let problem = try await ask { [tally] () async throws(ClientError) in
        // TMDB and the server's database fail independently of each other: read the progress although the analysis was refused.
        var failure: ClientError?
        do throws(ClientError) {
          if try await tally.analysisStore.known(show) == nil {
            try await tally.analysisStore.ask(show, country: tally.country.current)
          }
        } catch {
          guard error.status != nil else { throw error }
          failure = error
        }
        try await tally.progressStore.refresh(show)
        if let failure {
          // If the show cannot be analysed, read the watchlist: its entry has the server's next episode, which can be in a season that this
          // device does not have.
          try await tally.watchlistStore.refresh()
          throw failure
        }
        let country = tally.country.current
        var sources = try await ShowPage.sources(of: show, in: tally).sources
        if ShowPage(show, sources, country: country)?.next == nil {
          // The kept analysis and seasons can be months old: ask for newer episodes before all episodes count as watched.
          let analysis = try await tally.analysisStore.ask(show, country: country)
          for info in analysis.seasonInfo
          where info.episodeCount > sources.seasons[info.seasonNumber]?.numbering?.count ?? .max {
            _ = try await tally.seasonStore.ask(info.seasonNumber, of: show, country: country)
          }
          sources = try await ShowPage.sources(of: show, in: tally).sources
          isChecked.withLock { $0 = true }
        }
        // An episode's number can differ from its place in the season: read the numbers of the season, unless this device has them.
        let page = ShowPage(show, sources, country: country)
        if let season = page?.next?.season, sources.seasons[season]?.isWhole != true {
          _ = try await tally.seasonStore.ask(season, of: show, country: country)
        }
      }
      return (try await ShowPage.sources(of: show, in: tally).sources, problem)
    }
    guard let page = ShowPage(show, sources, country: tally.country.current) else {
      throw failure(TallyDetail.notListed)
    }
    guard page.watched != nil else { throw problem ?? ClientError(.timedOut, operation: .tallyIntent) }
    guard let next = page.next else {
      // If the show was not analysed just now, it may have more episodes than this device has read: don't report that all are watched.
      guard isChecked.withLock({ $0 }) else { throw problem ?? ClientError(.timedOut, operation: .tallyIntent) }
      throw failure(TallyDetail.allWatched)
    }
    let counts = Dictionary(
      page.seasons.filter { $0.episodeCount > 0 }.map { ($0.number, $0.episodeCount) }, uniquingKeysWith: { $1 })
    if sources.seasons[next.season]?.numbering == nil {
      // Without the season's numbers, `next` is a place. Sent as a number, it could name another episode or none.
      try await tally.progressStore.markWatched(at: next, of: show, counts: counts)
    } else {
      try await tally.progressStore.markEpisode(
        next.episode, season: next.season, as: .watched, of: show, counts: counts)
    }
    return IntentReply(
      next,
      sentence: texts(
        "tally.intent.watched", english: "“%@”, season %@, episode %@ is marked as watched.", page.details.title,
        String(next.season), String(next.episode)))
  }

  /// Asks the server for a few seconds.
  /// - Returns: the error of the server; nil if the server has answered or the time was over.
  /// - Throws: `signedOut`, `storage`, `cancelled`.
  @discardableResult
  private func ask(
    _ read: @escaping @Sendable () async throws(ClientError) -> Void
  ) async throws(ClientError) -> ClientError? {
    do throws(ClientError) {
      try await tally.client.environment.clock.attempt(.tallyIntent, within: Self.patience, read)
    } catch {
      if [.signedOut, .storage, .cancelled].contains(error.kind) { throw error }
      return error
    }
    return nil
  }

  private func failure(_ detail: String) -> ClientError {
    ClientError(.notFound, operation: .tallyIntent, detail: detail)
  }
}

/// The details of the errors of ``TallyIntents``.
public enum TallyDetail {
  /// The detail of a `notFound` error: every episode of the show is watched.
  public static let allWatched = "allWatched"
  /// The detail of a `notFound` error: the show is not on the watchlist.
  public static let notListed = "notListed"
}
