import MediaTesting

/// Films of all users: most of these routes require no token and check no owner.
enum VaultMovies {
  static let routes = [
    VaultRoute("GET", "/api/movies/") { _, state in
      let movies = state.db.movies.map { movie in
        movie.json.only("id", "title", "imdb_id", "release_date", "watched", "collection_id", "collection_name")
          .with(["poster_url": VaultJSON.poster(movie.posterURL), "type": "movie"])
      }
      return VaultJSON.answer(.array(movies))
    },
    // The real server crashes here, because it never sets the movie's owner.
    VaultRoute("POST", "/api/movies/", body: true) { call, _ in
      _ = try VaultForm.read(call) { fields(&$0) }
      throw VaultFailure.crash
    },
    VaultRoute("GET", "/api/movies/:movie_id") { call, state in
      VaultJSON.answer(detail(state.db.movies[try state.movieIndex(call.id("movie_id"))]))
    },
    VaultRoute("PUT", "/api/movies/:movie_id", body: true, replace),
    VaultRoute("DELETE", "/api/movies/:movie_id") { call, state in
      state.db.movies.remove(at: try state.movieIndex(call.id("movie_id")))
      return VaultJSON.message("Movie deleted successfully")
    },
    VaultRoute("PATCH", "/api/movies/:movie_id/watched") { call, state in
      let index = try state.movieIndex(call.id("movie_id"))
      state.db.movies[index].watched.toggle()
      return VaultJSON.answer(detail(state.db.movies[index]))
    },
    VaultRoute("POST", "/api/movies/:movie_id/clear-newly-imported", for: .user) { call, state in
      let index = try state.movieIndex(call.id("movie_id"), of: call.userID)
      state.db.movies[index].importedAt = nil
      return VaultJSON.message("Newly imported status cleared")
    },
  ]

  static func detail(_ movie: VaultTitleRow) -> JSONValue { movie.json.without("is_new", "quality", "imported_at") }

  private static func fields(_ form: inout VaultForm) -> VaultTitleRow {
    VaultTitleRow(
      id: 0, userID: 0, title: form.string("title"), imdbID: form.string("imdb_id"),
      releaseDate: form.optionalString("release_date"), watched: form.bool("watched", default: false),
      collectionID: form.optionalInt("collection_id"), collectionName: form.optionalString("collection_name"))
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
}
