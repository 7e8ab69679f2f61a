import Foundation
public import MediaCore

/// The screen of the account's listening statistics, and of a year in review. All times are seconds.
@MainActor
public final class ListeningStatsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The account's listening statistics of all time, by item and by day.
    public var stats: LoadState<ListeningStats> = .idle
    /// The year whose review is shown; nil if none is shown.
    public var year: Int?
    /// The statistics of the year in ``year``.
    public var yearStats: LoadState<YearStats> = .idle
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The seconds listened on each of the `count` days that end with `today`, oldest day first. Days without listening are included.
    public func lastDays(_ count: Int, until today: CalendarDay) -> [(day: CalendarDay, seconds: Double)] {
      (0..<max(0, count)).reversed().compactMap { back in
        today.adding(days: -back).map { ($0, stats.value?.days[$0] ?? 0) }
      }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let screen: StoreScreen<State>
  private let store: ListeningStatsStore

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    store = shelf.listeningStats
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [store.observe]) { model in
      do throws(ClientError) {
        let kept = try await model.store.stats()
        model.screen.state.stats = model.screen.loadState(kept?.stats, asOf: kept?.asOf)
      } catch {
        model.screen.state.stats = model.screen.loadState(keeping: model.state.stats)
      }
    } fetch: { (model) async throws(ClientError) in
      try await model.store.refresh()
    } reset: { model in
      model.screen.activities.cancel("year")
      model.screen.state.year = nil
      (model.screen.state.stats, model.screen.state.yearStats) = (.idle, .idle)
    }
  }

  /// Loads and shows the review of a year.
  /// - Parameter year: the year, 2000…9999. If nil, no year is shown.
  public func setYear(_ year: Int?) {
    screen.state.year = year
    screen.activities.cancel("year")
    guard let year else { return screen.state.yearStats = .idle }
    screen.state.yearStats = .loading(nil)
    screen.activities.start("year") { [weak self, shelf] in
      var outcome: LoadState<YearStats>
      do throws(ClientError) {
        outcome = .loaded(try await shelf.listening.year(year), asOf: shelf.client.serverNow())
      } catch { outcome = .failed(error, nil) }
      if !Task.isCancelled, self?.state.year == year { self?.screen.state.yearStats = outcome }
    }
  }
}
