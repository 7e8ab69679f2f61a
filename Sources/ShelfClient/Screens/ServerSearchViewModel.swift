import Foundation
public import MediaCore

/// The screen of a search in all libraries of several servers, which runs while the user types. Each library is searched by its own
/// ``ShelfSearchViewModel``, so that a slow server delays only its own results.
///
/// ```swift
/// @MainActor func search(at servers: ServersViewModel<ShelfService>) -> ServerSearchViewModel {
///   let search = ServerSearchViewModel(servers.services)
///   search.onChange = { state in print(state.groups.map(\.libraryTitle)) }
///   search.load()
///   search.query = "salt"
///   return search
/// }
/// ```
@MainActor
public final class ServerSearchViewModel: ViewModel {
  /// The results of one library.
  public struct Group: Sendable, Equatable, Identifiable {
    /// The id of the server that has the library.
    public var server: SavedServer.ID
    /// The name of the server to show above the results.
    public var serverTitle: String
    /// The id of the library.
    public var library: ShelfRow.ID
    /// The name of the library.
    public var libraryTitle: String
    /// The results of the search in this library. The results for an earlier text stay until those for the current text have loaded.
    public var results: LoadState<SearchResults>

    /// The ids of the server and of the library: two servers can use the same id for different libraries.
    public var id: String { "\(server)/\(library)" }
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The text in the search field, exactly as the user typed it.
    public var query = ""
    /// The libraries in the order of the servers, each with its results. Empty until the libraries have loaded.
    public var groups: [Group] = []
    /// For each server whose libraries could not be read at the last attempt, a sentence that says why.
    public var problems: [SavedServer.ID: String] = [:]
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// Whether the search is running in any library.
    public var isSearching: Bool { groups.contains { $0.results.isLoading } }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let services: [(server: SavedServer, service: ShelfService)]
  private let limit: Int
  private let screen: StoreScreen<State>
  private var libraries: [LibrariesViewModel]
  private var searches: [Search] = []
  private var tokens: [ObservationToken] = []

  private struct Search {
    var group: Group
    var model: ShelfSearchViewModel
    var token: ObservationToken
  }

  /// Creates the search. Call `load()` to read the names of the libraries; they are stored on this device.
  /// - Parameters:
  ///   - services: the servers with their services, in the user's order, such as `ServersViewModel.services`.
  ///   - limit: the highest number of results of each category in each library.
  public init(_ services: [(server: SavedServer, service: ShelfService)], limit: Int = 12) {
    (self.services, self.limit) = (services, limit)
    libraries = services.map { LibrariesViewModel(shelf: $0.service) }
    screen = StoreScreen(State(), accounts: nil, texts: services.first?.service.client.environment.texts ?? .english)
    screen.attach(self) { model in
      model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.loadLibraries()
    }
  }

  /// The text in the search field. The search ignores blanks around the text. Setting a blank text clears the results.
  public var query: String {
    get { state.query }
    set {
      guard newValue != state.query else { return }
      screen.state.query = newValue
      for search in searches { search.model.query = newValue }
      render()
    }
  }

  /// Searches at once, without waiting for a pause in typing. Call this method when the user presses the return key.
  public func submit() { for search in searches { search.model.submit() } }

  public func settled() async {
    await screen.settled()
    for search in searches { await search.model.settled() }
    await screen.settled()
  }

  private func loadLibraries() async throws(ClientError) {
    if tokens.isEmpty {
      tokens = libraries.map { $0.observe { [weak self] _ in self?.render() } }
    }
    // A pull also searches again; the first load searches in each library as soon as the library is known.
    let again = state.isRefreshing ? searches.map(\.model) : []
    await withTaskGroup(of: Void.self) { group in
      for list in libraries { group.addTask { await list.refreshAndWait() } }
      for search in again { group.addTask { await search.refreshAndWait() } }
    }
    render()
    let errors = libraries.compactMap(\.state.error)
    if let first = errors.first, errors.count == libraries.count { throw first }
  }

  /// Makes a search for each library that is new, drops those of libraries that are gone, and shows the results.
  private func render() {
    var known = Dictionary(searches.map { ($0.group.id, $0) }) { first, _ in first }
    var next: [Search] = []
    var problems: [SavedServer.ID: String] = [:]
    for (list, (server, service)) in zip(libraries, services) {
      problems[server.id] = list.state.error?.text(service.client.environment.texts)
      for row in list.state.rows.value ?? [] {
        var group = Group(
          server: server.id, serverTitle: server.title, library: row.id, libraryTitle: row.title, results: .idle)
        let search = known.removeValue(forKey: group.id) ?? make(group, service)
        group.results = search.model.state.results
        next.append(with(search) { $0.group = group })
      }
    }
    searches = next
    var state = screen.state
    (state.groups, state.problems) = (next.map(\.group), problems)
    screen.state = state
  }

  private func make(_ group: Group, _ service: ShelfService) -> Search {
    let model = ShelfSearchViewModel(shelf: service, library: group.library, limit: limit)
    model.query = state.query
    let id = group.id
    let token = model.observe { [weak self] state in self?.show(state.results, of: id) }
    return Search(group: group, model: model, token: token)
  }

  private func show(_ results: LoadState<SearchResults>, of id: Group.ID) {
    guard let index = state.groups.firstIndex(where: { $0.id == id }) else { return }
    screen.state.groups[index].results = results
  }
}
