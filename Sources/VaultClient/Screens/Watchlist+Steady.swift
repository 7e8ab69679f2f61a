import MediaCore

extension Watchlist {
  /// The titles to show: those in `shown` keep their places while the screen's rows do; see ``StoreScreen/steady(_:over:)``.
  @MainActor
  func steady<State>(over shown: Watchlist?, on screen: StoreScreen<State>) -> Watchlist {
    guard screen.keepsPlaces, let shown else { return self }
    var steady = self
    steady.movies = screen.steady(movies, over: shown.movies)
    steady.series = screen.steady(series, over: shown.series)
    steady.collections = screen.steady(collections, over: shown.collections).map { collection in
      let before = shown.collections.first { $0.id == collection.id }
      return with(collection) { $0.movies = screen.steady($0.movies, over: before?.movies) }
    }
    return steady
  }
}
