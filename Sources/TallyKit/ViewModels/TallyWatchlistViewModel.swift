import Foundation
public import MediaCore

/// My Shows: the watchlist by status, changed here at once and on the server as soon as it can be reached.
@MainActor
public final class TallyWatchlistViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var segment = WatchStatus.watching
    /// All tracked shows; ``shown`` are those of the segment.
    public var items: LoadState<[TrackedItem]> = .idle
    /// Something that went wrong, until it is dismissed.
    public var error: String?
    /// Entries whose show the server has lost: only to be removed.
    public var lost: [WatchlistEntry] = []
    public var stats: WatchlistStats?
    /// Changes that the server refused, to retry or discard.
    public var refused: [Intent] = []

    /// The shows of the segment.
    public var shown: [TrackedItem] { (items.value ?? []).filter { $0.status == segment } }
    /// Something is not on the server yet.
    public var isPending: Bool { (items.value ?? []).contains(where: \.isPending) }
  }

  /// The segments of the screen, in order.
  public static let segments: [WatchStatus] = [.watching, .watchlist, .completed]

  public let publisher = StatePublisher(State())
  public let activities = Activities()

  private let tally: TallyService
  private let texts: Texts
  private var token: ObservationToken?
  private let account: ShownAccount
  private let looks = Turns()

  public init(tally: TallyService) {
    self.tally = tally
    texts = tally.client.environment.texts
    account = ShownAccount(tally.client)
    token = tally.watchlistStore.observe { [weak self] in Task { @MainActor in self?.storeChanged() } }
  }

  /// Shows what is kept, then what the server says.
  public func load() { activities.start("load") { [weak self] in await self?.loadNow() } }

  /// Another segment; what the server says is asked for again.
  public func select(_ segment: WatchStatus) {
    publisher.state.segment = segment
    load()
  }

  public func dismissError() { publisher.state.error = nil }

  private func loadNow() async {
    await followAccount()
    await showKept { .loading($0) }
    do throws(ClientError) {
      try await tally.watchlistStore.refresh()
      guard !Task.isCancelled else { return }
      await showItems()
      // Only an ornament: the list is there without it.
      if let stats = try? await tally.watchlist.stats(), !Task.isCancelled { publisher.state.stats = stats }
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      await showKept { .failed(error, $0) }
      publisher.state.error = ErrorText.shows(error, texts)
    }
  }

  private func storeChanged() {
    activities.start("store", replacing: false) { [weak self] in
      guard let self else { return }
      if await self.followAccount() { return self.load() }
      guard self.state.items.value != nil, !self.state.items.isLoading else { return }
      await self.showItems()
    }
  }

  @discardableResult
  private func followAccount() async -> Bool {
    await account.follow {
      publisher.state.stats = nil
      publisher.state.error = nil
    }
  }

  private func showKept(as state: @escaping @Sendable ([TrackedItem]?) -> LoadState<[TrackedItem]>) async {
    await looks.take { [weak self, tally] in
      let kept = try? await tally.watchlistStore.items()
      self?.publisher.state.items = state(kept)
    }
  }

  private func showItems() async { await looks.take { [weak self] in await self?.look() } }

  private func look() async {
    guard let items = try? await tally.watchlistStore.items() else { return }
    let asOf = (try? await tally.watchlistStore.knownSince()) ?? tally.client.environment.clock.now()
    publisher.state.items = .loaded(items, asOf: asOf)
    publisher.state.lost = (try? await tally.watchlistStore.lostEntries()) ?? []
    publisher.state.refused = ((try? await tally.sync.outbox.refused()) ?? []).filter { $0.kind == EntrySync.kind }
  }

  // MARK: Changing

  public func add(_ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil) {
    act { tally throws(ClientError) in try await tally.watchlistStore.add(show, as: status, title: title) }
  }

  public func setStatus(_ status: WatchStatus, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setStatus(status, of: show) }
  }

  /// - Parameter rating: 0…10 in steps of a half.
  public func setRating(_ rating: Double, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setRating(rating, of: show) }
  }

  public func setNotes(_ notes: String, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setNotes(notes, of: show) }
  }

  /// Nil clears it.
  public func setProvider(_ provider: ProviderSelection?, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setProvider(provider, of: show) }
  }

  public func setCountry(_ country: String?, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setCountry(country, of: show) }
  }

  public func setBufferDays(_ days: Int, of show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.setBufferDays(days, of: show) }
  }

  public func remove(_ show: TMDBID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.remove(show) }
  }

  /// Takes one of ``State/lost`` off the list.
  public func remove(lost show: ShowID) {
    act { tally throws(ClientError) in try await tally.watchlistStore.remove(lost: show) }
  }

  /// Marks one episode, and nothing else.
  public func markEpisode(_ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID) {
    let failure = texts("tally.progress.failed", english: "Couldn't update progress. Try again.")
    act(failure: failure) { tally throws(ClientError) in
      try await tally.progressStore.markEpisode(episode, season: season, as: state, of: show)
    }
  }

  /// Sends a refused change again.
  public func retry(_ intent: Intent) {
    act { tally throws(ClientError) in
      try await tally.sync.retry(intent)
      return intent
    }
  }

  /// Gives a refused change up.
  public func discard(_ intent: Intent) {
    activities.start("discard", replacing: false) { [weak self] in
      guard let self else { return }
      try? await self.tally.sync.outbox.outbox().discard(intent.id)
      await self.showItems()
    }
  }

  private func act(
    failure: String? = nil, _ record: @escaping @Sendable (TallyService) async throws(ClientError) -> Intent
  ) {
    activities.start("act", replacing: false) { [weak self, tally] in
      do throws(ClientError) {
        let intent = try await record(tally)
        await self?.showItems()
        switch await tally.sync.deliver(intent) {
        case .refused(let error): throw error
        case .waiting(let error):
          // What waits for the network needs no words: it is marked as pending.
          if let error, ![.unreachable, .timedOut, .cancelled, .rateLimited].contains(error.kind) { throw error }
        case .written, .superseded: break
        }
        if case .refused(let error) = await tally.sync.result(of: intent) { throw error }
      } catch {
        if let self, !error.isCancellation {
          self.publisher.state.error = failure ?? ErrorText.shows(error, self.texts)
        }
      }
      await self?.showItems()
    }
  }
}
