public import MediaCore

/// The screen of the user's new titles. The screen refreshes when it starts and every half hour.
///
/// ``start()`` reads the new titles at once and then after each ``interval``, until ``stop()`` is called or the view model is released.
///
/// ```swift
/// let news = NotificationsViewModel(vault: vault)
/// news.onChange = { state in render(state.badgeCount) }
/// news.start()
/// ```
@MainActor
public final class NotificationsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The new titles.
    public var news: LoadState<NewTitles> = .idle
    /// The number of new titles on the screen, for a badge.
    public var badgeCount = 0
    /// The number of new titles of all users together.
    public var counts: NewReleaseCounts?
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
  }

  /// The time between two refreshes.
  public static let interval = Duration.seconds(1800)

  public var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  private let vault: VaultService

  /// Creates the view model. It makes no request before `load()` or ``start()`` is called.
  public init(vault: VaultService) {
    self.vault = vault
    screen = StoreScreen(State(), vault)
    screen.lastingActivities = ["poll"]
    screen.attach(self, observing: [vault.store.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await vault.store.refreshNews()
      let counts = try? await vault.notifications.counts()
      if !Task.isCancelled { model.screen.state.counts = counts ?? model.state.counts }
    } reset: {
      $0.screen.state = State()
    }
  }

  /// Refreshes at once and then every half hour, until ``stop()`` is called or this object is released.
  public func start() { screen.poll(every: Self.interval, vault.client.environment.clock) }

  /// Stops the refreshes that ``start()`` began. The titles on the screen stay.
  public func stop() { screen.activities.cancel("poll") }

  private func render() async {
    let news = await vault.store.view()?.value.news
    screen.state.news = screen.loadState(news?.value ?? state.news.value, asOf: news?.asOf)
    screen.state.badgeCount = state.news.value?.count ?? 0
  }

  /// Marks a title as seen. Call this when the user opens the title.
  public func markSeen(_ title: TitleReference) { screen.act(on: vault) { try await $0.markSeen(title) } }

  /// Marks all new titles as seen, one by one, because the server's own route for all titles is broken.
  public func markAllSeen() { screen.act(on: vault) { try await $0.markAllSeen() } }
}
