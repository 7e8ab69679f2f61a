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
    VaultJSON.answer(
      .array(
        state.db.movies.map { movie in
          [
            "id": .count(movie.id), "title": .string(movie.title), "imdb_id": .string(movie.imdbID),
            "release_date": .text(movie.releaseDate), "watched": .bool(movie.watched),
            "collection_id": .count(movie.collectionID),
            "collection_name": .text(movie.collectionName), "poster_url": VaultJSON.poster(movie.posterURL),
            "type": "movie",
          ]
        }))
  }

  static func detail(_ movie: VaultMovieRow) -> JSONValue {
    [
      "id": .count(movie.id), "title": .string(movie.title), "imdb_id": .string(movie.imdbID),
      "release_date": .text(movie.releaseDate), "runtime": .count(movie.runtime),
      "watched": .bool(movie.watched), "collection_id": .count(movie.collectionID),
      "collection_name": .text(movie.collectionName), "poster_url": .text(movie.posterURL),
      "poster_thumb": .text(movie.posterThumb), "overview": .text(movie.overview),
      "notes": .text(movie.notes), "added_at": VaultJSON.stamp(movie.addedAt),
      "user_id": .count(movie.userID),
    ]
  }

  private struct Fields {
    let title: String
    let imdbID: String
    let releaseDate: String?
    let watched: Bool
    let collectionID: Int?
    let collectionName: String?

    init(_ form: inout VaultForm) {
      form.object()
      title = form.string("title")
      imdbID = form.string("imdb_id")
      releaseDate = form.optionalString("release_date")
      watched = form.bool("watched", default: false)
      collectionID = form.optionalInt("collection_id")
      collectionName = form.optionalString("collection_name")
    }
  }

  /// Broken on the real server: the owner is never filled in.
  private static func create(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    _ = Fields(&form)
    try form.check()
    throw VaultFailure.crash
  }

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    VaultJSON.answer(detail(state.db.movies[try state.movieIndex(call.id("movie_id"))]))
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("movie_id")
    let fields = Fields(&form)
    try form.check()
    let index = try state.movieIndex(id)
    state.db.movies[index].title = fields.title
    state.db.movies[index].imdbID = fields.imdbID
    state.db.movies[index].releaseDate = fields.releaseDate
    state.db.movies[index].watched = fields.watched
    state.db.movies[index].collectionID = fields.collectionID
    state.db.movies[index].collectionName = fields.collectionName
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
