public import MediaCore

/// What is new, asked for at the start and every half hour.
@MainActor
public final class NotificationsViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    public var news: LoadState<NewTitles> = .idle
    /// How many rows there are, for a badge.
    public var badgeCount = 0
    /// Over all users.
    public var counts: NewReleaseCounts?
    public var notice: String?
  }

  public static let interval = Duration.seconds(1800)

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public var lastingActivities: Set<String> { ["poll"] }

  let vault: VaultService
  let screen: VaultScreen

  public init(vault: VaultService) {
    self.vault = vault
    screen = VaultScreen(vault.client)
    listen()
  }

  /// Asks now and every half hour, for as long as this object lives.
  public func start() {
    load()
    let clock = vault.client.environment.clock
    activities.start("poll") { [weak self] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: Self.interval, as: .watchdog) } catch { return }
        self?.load()
      }
    }
  }

  public func stop() { activities.cancel("poll") }

  /// Shows what is kept, then what the server says.
  public func load() { activities.start("load") { [weak self] in await self?.loadNow() } }

  private func loadNow() async {
    await showKept()
    publisher.state.news = .loading(state.news.value)
    do throws(ClientError) {
      try await vault.store.refreshNews()
      let counts = try? await vault.notifications.counts()
      guard !Task.isCancelled else { return }
      publisher.state.counts = counts ?? state.counts
      await showKept()
    } catch {
      guard !error.isCancellation, !Task.isCancelled else { return }
      publisher.state.news = .failed(error, state.news.value)
    }
  }

  /// A title was opened: it is not new any more.
  public func markSeen(_ title: TitleReference) {
    act { store throws(ClientError) in _ = try await store.markSeen(title) }
  }

  /// Everything, one by one: the server's own route for it is broken.
  public func markAllSeen() { act { store throws(ClientError) in try await store.markAllSeen() } }

  public func dismissNotice() { publisher.state.notice = nil }

  var isShowing: Bool { state.news != .idle }

  func forget() { publisher.state = State() }

  func look() async {
    if let kept = try? await vault.store.news() { show(kept) }
  }

  private func show(_ news: Dated<NewTitles>) {
    publisher.state.news = .loaded(news.value, asOf: news.asOf)
    publisher.state.badgeCount = news.value.count
  }
}
