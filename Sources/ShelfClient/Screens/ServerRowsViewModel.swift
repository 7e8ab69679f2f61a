import Foundation
public import MediaCore

/// A screen with the books and episodes of several servers in one list: those in progress, the newest episodes, or the downloads.
///
/// The rows of each server are stored on this device and shown without a network. If a server does not answer, its stored rows stay on the
/// screen, and ``State/problems`` has a sentence that says why.
///
/// ```swift
/// @MainActor func listenNow(at servers: ServersViewModel<ShelfService>) -> ServerRowsViewModel {
///   let list = ServerRowsViewModel(.inProgress, of: servers.services)
///   list.onChange = { state in print(state.rows.value?.map(\.row.title) ?? []) }
///   list.load()
///   return list
/// }
/// ```
@MainActor
public final class ServerRowsViewModel: ViewModel {
  /// The content of a list over several servers.
  public enum Content: Sendable, Hashable {
    /// Books and episodes in progress, the one that was heard last first.
    case inProgress
    /// The newest unfinished episodes of all podcast libraries, by the date of their publication.
    case latest
    /// All downloads on this device, one server after the other.
    case downloads
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The rows of all servers. The date of `LoadState.loaded(_:asOf:)` is that of the oldest answer to this screen; stored rows of a server
    /// that has not answered this screen, which is one of ``problems``, can be older.
    public var rows: LoadState<[ServerRow]> = .idle
    /// For each server that could not be read at the last attempt, a sentence that says why. The server's stored rows are shown.
    public var problems: [SavedServer.ID: String] = [:]
    /// The text to show in place of an empty list.
    public var emptyMessage: String?
    public var isRefreshing = false
    /// The error of the last attempt if none of the servers could be read.
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let content: Content
  private let parts: [Part]
  private let screen: StoreScreen<State>
  private var tokens: [ObservationToken] = []
  /// When the user has last loaded the screen, for downloads, which are on this device alone, and for a screen without servers.
  private var readAt: Date?
  /// When each server has last answered this screen.
  private var dates: [SavedServer.ID: Date] = [:]

  /// The list of one server.
  private struct Part {
    var server: SavedServer
    var service: ShelfService
    var load: @MainActor @Sendable () async -> Void
    var settled: @MainActor @Sendable () async -> Void
    var observe: @MainActor (@escaping @MainActor () -> Void) -> ObservationToken
    var shown: @MainActor @Sendable () -> Shown
  }

  fileprivate struct Shown {
    var rows: [ShelfRow] = []
    var downloads: [String: LocalDownload] = [:]
    var asOf: Date?
    var isLoaded = false
    var error: ClientError?

    /// Whether it is known which rows the server has: none for an account that is not signed in.
    var isDecided: Bool { isLoaded || error?.kind == .signedOut }
  }

  /// Creates the screen. It sends its first requests when `load()` is called. If the user adds or removes a server, create the screen anew.
  /// - Parameters:
  ///   - services: the servers with their services, in the user's order, such as `ServersViewModel.services`. Servers at which nobody is
  ///     signed in have no rows.
  public init(_ content: Content, of services: [(server: SavedServer, service: ShelfService)]) {
    self.content = content
    parts = services.map { Self.part(content, $0.server, $0.service) }
    screen = StoreScreen(State(), accounts: nil, texts: services.first?.service.client.environment.texts ?? .english)
    screen.attach(self) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.loadAll()
    }
  }

  public func settled() async {
    for part in parts { await part.settled() }
    await screen.settled()
  }

  private static func part(_ content: Content, _ server: SavedServer, _ service: ShelfService) -> Part {
    switch content {
    case .inProgress:
      part(server, service, InProgressViewModel(shelf: service)) { state in
        Shown(state.rows, state.error) { $0 }
      }
    case .latest:
      part(server, service, LatestViewModel(shelf: service)) { state in
        Shown(state.entries, state.error) { $0.map(ShelfRow.init) }
      }
    case .downloads:
      part(server, service, DownloadsViewModel(shelf: service)) { state in
        var shown = Shown()
        shown.rows = (state.downloads ?? []).map(ShelfRow.init)
        shown.downloads = Dictionary((state.downloads ?? []).map { ($0.id.description, $0) }) { first, _ in first }
        (shown.isLoaded, shown.error) = (state.downloads != nil, state.error)
        return shown
      }
    }
  }

  private static func part<Model: ViewModel & Sendable>(
    _ server: SavedServer, _ service: ShelfService, _ model: Model,
    _ shown: @escaping @MainActor @Sendable (Model.State) -> Shown
  ) -> Part {
    Part(
      server: server, service: service, load: { await model.refreshAndWait() },
      settled: { await model.settled() }, observe: { changed in model.observe { _ in changed() } },
      shown: { shown(model.state) })
  }

  private func partChanged() {
    screen.activities.start("parts") { [weak self] in await self?.screen.showQuietly() }
  }

  private func loadAll() async throws(ClientError) {
    // Without a server, the device's own date ends the loading: there is no other one.
    readAt = parts.first?.service.client.serverNow() ?? SystemClock().now()
    if tokens.isEmpty { tokens = parts.map { $0.observe { [weak self] in self?.partChanged() } } }
    await withTaskGroup(of: Void.self) { group in
      for part in parts { group.addTask { await part.load() } }
    }
    let errors = parts.compactMap { $0.shown().error }
    if let first = errors.first, errors.count == parts.count { throw first }
  }

  private func render() async {
    var rows: [ServerRow] = []
    var problems: [SavedServer.ID: String] = [:]
    var asOf: Date?
    for part in parts {
      let shown = part.shown()
      let progress = await part.service.progressOfRows(shown.rows)
      for row in shown.rows {
        var entry = ServerRow(server: part.server.id, serverTitle: part.server.title, row: row)
        (entry.progress, entry.download) = (progress[row.id], shown.downloads[row.id])
        rows.append(entry)
      }
      problems[part.server.id] = shown.error?.text(part.service.client.environment.texts)
      // The list is as old as its oldest part. A part that could not be read again has the date of its last answer.
      if let date = shown.asOf ?? dates[part.server.id] {
        dates[part.server.id] = date
        asOf = min(asOf ?? date, date)
      }
    }
    let isShown = parts.isEmpty || parts.contains { $0.shown().isLoaded }
    var state = screen.state
    state.rows = screen.loadState(isShown ? ordered(rows) : nil, asOf: isShown ? asOf ?? readAt : nil)
    state.problems = problems
    state.emptyMessage = rows.isEmpty && parts.allSatisfy { $0.shown().isDecided } ? emptyMessage : nil
    screen.state = state
  }

  private func ordered(_ rows: [ServerRow]) -> [ServerRow] {
    let date: (ServerRow) -> Date? =
      switch content {
      case .inProgress: { $0.progress?.at }
      case .latest: { $0.row.publishedAt }
      case .downloads: { _ in nil }
      }
    // Sort by place where the dates are equal: `sort` keeps no order of its own.
    return rows.enumerated().sorted { left, right in
      let (a, b) = (date(left.element) ?? .distantPast, date(right.element) ?? .distantPast)
      return a == b ? left.offset < right.offset : a > b
    }.map(\.element)
  }

  private var emptyMessage: String {
    let texts = screen.texts
    return switch content {
    case .inProgress: texts("shelf.servers.inProgress.empty", english: "Nothing is in progress at any of your servers.")
    case .latest: texts("shelf.servers.latest.empty", english: "No episodes to listen to at any of your servers.")
    case .downloads:
      texts(
        "shelf.downloads.empty", english: "Nothing is kept on this device. Downloads can be played without a network.")
    }
  }
}

extension ServerRowsViewModel.Shown {
  fileprivate init<Value>(
    _ state: LoadState<Value>, _ error: ClientError?, _ rows: (Value) -> [ShelfRow]
  ) {
    self.rows = state.value.map(rows) ?? []
    if case .loaded(_, let date) = state { asOf = date }
    (isLoaded, self.error) = (state.value != nil, error)
  }
}
