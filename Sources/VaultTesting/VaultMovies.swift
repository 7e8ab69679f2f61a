import MediaTesting

/// Films of all users: most of these routes require no token and check no owner.
enum VaultMovies {
  static let routes = [
    VaultRoute("GET", "/api/movies/", list),
    VaultRoute("POST", "/api/movies/", body: true, create),
    VaultRoute("GET", "/api/movies/:movie_id", get),
    VaultRoute("PUT", "/api/movies/:movie_id", body: true, replace),
    VaultRoute("DELETE", "/api/movies/:movie_id", delete),
    VaultRoute("PATCH", "/api/movies/:movie_id/watched", toggle),
    VaultRoute("POST", "/api/movies/:movie_id/clear-newly-imported", for: .user, clearNewlyImported),
  ]

  private static func list(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    let movies = state.db.movies.map { movie in
      movie.json.only("id", "title", "imdb_id", "release_date", "watched", "collection_id", "collection_name")
        .with(["poster_url": VaultJSON.poster(movie.posterURL), "type": "movie"])
    }
    return VaultJSON.answer(.array(movies))
  }

  static func detail(_ movie: VaultTitleRow) -> JSONValue {
    movie.json.without("is_new", "quality", "imported_at")
  }

  private static func fields(_ form: inout VaultForm) -> VaultTitleRow {
    VaultTitleRow(
      id: 0, userID: 0, title: form.string("title"), imdbID: form.string("imdb_id"),
      releaseDate: form.optionalString("release_date"), watched: form.bool("watched", default: false),
      collectionID: form.optionalInt("collection_id"), collectionName: form.optionalString("collection_name"))
  }

  /// Broken on the real server: the owner is never filled in.
  private static func create(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    _ = try VaultForm.read(call) { fields(&$0) }
    throw VaultFailure.crash
  }

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    VaultJSON.answer(detail(state.db.movies[try state.movieIndex(call.id("movie_id"))]))
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, new) = try VaultForm.read(call) { ($0.path("movie_id"), fields(&$0)) }
    let index = try state.movieIndex(id)
    state.db.movies[index].title = new.title
    state.db.movies[index].imdbID = new.imdbID
    state.db.movies[index].releaseDate = new.releaseDate
    state.db.movies[index].watched = new.watched
    state.db.movies[index].collectionID = new.collectionID
    state.db.movies[index].collectionName = new.collectionName
    return VaultJSON.answer(detail(state.db.movies[index]))
  }

  private static func delete(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    state.db.movies.remove(at: try state.movieIndex(call.id("movie_id")))
    return VaultJSON.message("Movie deleted successfully")
  }

  private static func toggle(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let index = try state.movieIndex(call.id("movie_id"))
    state.db.movies[index].watched.toggle()
    return VaultJSON.answer(detail(state.db.movies[index]))
  }

  private static func clearNewlyImported(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let index = try state.movieIndex(call.id("movie_id"), of: call.userID)
    state.db.movies[index].importedAt = nil
    return VaultJSON.message("Newly imported status cleared")
  }
}
