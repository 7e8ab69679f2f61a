import Foundation
import MediaCore

// Search in the library, and in the server's catalogue for titles that the library lacks.
extension VaultLibraryViewModel {
  /// The text to search for. Setting a new text searches the library at once, and the server's catalogue after ``searchDelay``.
  public var query: String {
    get { state.search.query }
    set {
      var state = state
      state.search.query = newValue
      find(&state)
      screen.state = state
      guard trimmedQuery.count < Self.shortestSearch else {
        return debouncer.call { [weak self] in self?.searchOutside() }
      }
      debouncer.cancel()
      screen.activities.cancel("search")
      lastSearch = nil
      screen.state.search.isSearching = false
      screen.state.search.external = []
      screen.state.search.error = nil
    }
  }

  /// Searches the server's catalogue for ``query`` at once, without the pause after the last keystroke.
  public func submitSearch() {
    debouncer.cancel()
    searchOutside()
  }

  private var trimmedQuery: String { state.search.query.trimmingCharacters(in: .whitespacesAndNewlines) }

  private func searchOutside() {
    let query = trimmedQuery
    guard query.count >= Self.shortestSearch, query != lastSearch else { return }
    lastSearch = query
    screen.state.search.isSearching = true
    screen.activities.start("search") { [weak self] in
      guard let self else { return }
      var results: [SearchResult] = []
      var problem: ClientError?
      do throws(ClientError) { results = try await vault.search.all(query) } catch { problem = error }
      guard !Task.isCancelled else { return }
      let isCurrent = trimmedQuery == query
      // If the user has changed the text or the search failed, clear `lastSearch`, so that the same text can be searched again.
      if !isCurrent || problem != nil { lastSearch = nil }
      var state = screen.state
      state.search.isSearching = false
      // When the app goes to the background, the system can cancel the request: keep the earlier results and show no error for that.
      if isCurrent, problem?.isCancellation != true { (state.search.external, state.search.error) = (results, problem) }
      screen.state = state
      if isCurrent, problem == nil { vault.insights.note(.searched(results: results.count)) }
    }
  }
}
