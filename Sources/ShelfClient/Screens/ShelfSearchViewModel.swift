import Foundation
public import MediaCore

/// The screen of a search in one library, which runs while the user types. A search for a new text cancels the search for the earlier text.
///
/// ```swift
/// let search = ShelfSearchViewModel(shelf: shelf, library: library.id)
/// search.onChange = { state in render(state.results.value) }
/// search.query = "salt"                              // debounced 400 ms
/// ```
@MainActor
public final class ShelfSearchViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The text in the search field, exactly as the user typed it.
    public var query = ""
    /// The results of the search. The results for an earlier text stay until the results for the current text have loaded.
    public var results: LoadState<SearchResults> = .idle
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  /// The time between the last typed character and the start of a search.
  public static let debounce = Duration.milliseconds(400)

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private var library: String
  private let limit: Int
  private let screen: StoreScreen<State>
  /// The number of searches that have begun. A pull searches beside a search that the user has begun: only the last one shows its results.
  private var searches = 0
  /// The results before the search that is running.
  private var earlier: LoadState<SearchResults> = .idle

  /// Creates the screen.
  /// - Parameter limit: the highest number of results of each category.
  public init(shelf: ShelfService, library: String, limit: Int = 12) {
    self.shelf = shelf
    self.library = library
    self.limit = limit
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(
      self,
      fetch: { (model) async throws(ClientError) in
        await model.search()
        // Throw the error that the search shows: the screen removes the error of a load that succeeds.
        if let error = model.state.results.error { throw error }
      },
      reset: { model in
        model.clear()
        model.screen.state.query = ""
      })
  }

  /// The text in the search field. The search ignores blanks around the text. Setting a blank text clears the results.
  public var query: String {
    get { state.query }
    set {
      guard newValue != state.query else { return }
      screen.state.query = newValue
      guard !text.isEmpty else { return clear() }
      screen.activities.start("search") { [weak self, shelf] in
        do { try await shelf.client.environment.clock.sleep(for: Self.debounce, as: .delay) } catch { return }
        await self?.search()
      }
    }
  }

  /// Searches for the same text in another library.
  public func setLibrary(_ library: String) {
    guard library != self.library else { return }
    self.library = library
    screen.state.results = .idle
    submit()
  }

  /// Searches at once, without waiting for a pause in typing. Call this method when the user presses the return key.
  public func submit() {
    guard !text.isEmpty else { return }
    screen.activities.start("search") { [weak self] in await self?.search() }
  }

  private var text: String { state.query.trimmingCharacters(in: .whitespacesAndNewlines) }

  private func clear() {
    screen.activities.cancel("search")
    screen.state.results = .idle
    screen.state.error = nil
  }

  /// Whether the running search still is for the text in the search field and for the chosen library.
  private func isWanted(_ text: String, in library: String) -> Bool {
    !Task.isCancelled && text == self.text && library == self.library
  }

  private func search() async {
    let (text, library) = (text, library)
    guard !text.isEmpty, !Task.isCancelled else { return }
    searches += 1
    let number = searches
    // `show()` begins to observe the account, so that the results are cleared when another account signs in.
    await screen.show()
    // The user may have cleared the text during the await: no search runs then, and the results would stay in `.loading`.
    guard number == searches, isWanted(text, in: library) else { return }
    if !state.results.isLoading { earlier = state.results }
    screen.state.results = .loading(state.results.value)
    let mark = try? await shelf.rowStore.markForFound()
    var outcome: LoadState<SearchResults>
    do throws(ClientError) {
      let found = try await shelf.search.results(for: text, in: library, limit: limit)
      outcome = .loaded(found, asOf: shelf.client.serverNow())
    } catch {
      outcome = .failed(error, state.results.value)
    }
    guard isWanted(text, in: library), number == searches else { return }
    // The system can end a request, such as one of a suspended app. Without this line, the screen would load for ever.
    if outcome.error?.isCancellation == true { return screen.state.results = earlier }
    screen.state.results = outcome
    screen.state.error = outcome.error
    // Store the found rows, so that a playlist made of them offline shows their titles.
    guard case .loaded(let found, _) = outcome, let mark else { return }
    let items = found.books + found.episodes + found.series.flatMap { $0.books }
    if let rows = try? await shelf.lists.rows.entries(of: items) { await shelf.rowStore.note(rows, askedAt: mark) }
  }
}
