import MediaTesting

/// Imports by id and by address. Films need TMDB; a server without an OMDb key invents a series with an IMDb id.
enum VaultImports {
  static let routes = [
    VaultRoute("POST", "/api/import/movie/:imdb_id", for: .user, movie),
    VaultRoute("POST", "/api/import/movie/:imdb_id/sequels", for: .user, sequels),
    VaultRoute("POST", "/api/import/series/:imdb_id", for: .user, series),
    VaultRoute("POST", "/api/import/series/:imdb_id/full", for: .user, fullSeries),
    VaultRoute("POST", "/api/import/url", url),
    VaultRoute("POST", "/api/import/url/", url),
    VaultRoute("POST", "/api/import/by_url/", url),
    VaultRoute("POST", "/api/share/import") { _, _ in throw VaultFailure.crash },
  ]

  private static func imdbID(_ call: VaultCall) -> String { call.parameters["imdb_id"] ?? "" }

  /// The lists that the body names, except the personal one, with the words that name them.
  private static func targets(_ call: VaultCall) -> [(id: Int, name: String)] {
    (call.request.json?["target_list_ids"]?.array ?? []).compactMap { value in
      let name = value.int.map(String.init) ?? value.string ?? ""
      return Int(name).map { (id: $0, name: name) }
    }
  }

  /// Refuses an import before anything changes if one of the lists has the title, also a list of another user.
  private static func check(_ type: String, _ id: Int, _ thing: String, _ call: VaultCall, _ state: VaultState) throws {
    for list in targets(call) where (try? state.list(list.id)) != nil {
      if state.items(in: list.id).contains(where: { $0.type == type && $0.itemID == id }) {
        throw VaultFailure.detail(400, "\(thing) already exists in list '\(list.name)'")
      }
    }
  }

  /// Adds a title to the named lists that are the caller's own. All others are ignored; a list that is named twice gets the title once.
  private static func put(_ type: String, _ id: Int, _ call: VaultCall, _ state: inout VaultState) {
    for target in targets(call) {
      guard let list = try? state.ownList(target.id, of: call.userID).id,
        !state.items(in: list).contains(where: { $0.type == type && $0.itemID == id })
      else { continue }
      state.addItem(type, id, to: list)
    }
  }

  // MARK: Films

  private static func movie(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    if call.lacksCatalogue { throw VaultFailure.detail(404, "Movie not found on IMDB") }
    guard call.isSimulated else { throw VaultFailure.crash }
    let imdbID = imdbID(call)
    let film = VaultCatalogue.film(imdbID)
    // Without an OMDb key, the real server invents titles such as this one.
    let stub = VaultTitleRow(
      id: 0, userID: call.userID, title: "Mock Movie Details (\(imdbID))", imdbID: imdbID, releaseDate: "2023",
      collectionID: film?.collection, collectionName: film.flatMap(collectionName), posterURL: VaultJSON.noImage)
    let stored: VaultTitleRow
    if let known = own(imdbID, call, state) {
      try check("movie", known.id, "Movie", call, state)
      // The film counts as newly imported again; a series that is imported again does not.
      let now = state.stamp()
      state.db.movies.change(known.id) { $0.importedAt = now }
      stored = known
    } else {
      stored = add(stub, isImport: true, &state)
    }
    put("movie", stored.id, call, &state)
    for sequel in film.map({ VaultCatalogue.franchise(of: $0) }) ?? [] where own(sequel.imdbID, call, state) == nil {
      _ = add(row(sequel, call, overview: nil, runtime: nil), isImport: true, &state)
    }
    return VaultJSON.answer([
      "success": true, "id": .count(stored.id), "title": .string(stored.title), "imdb_id": .string(imdbID),
      "message": .string("Movie '\(stored.title)' imported successfully"),
    ])
  }

  private static func own(_ imdbID: String, _ call: VaultCall, _ state: VaultState) -> VaultTitleRow? {
    state.db.movies.first { $0.userID == call.userID && $0.imdbID == imdbID }
  }

  private static func collectionName(_ film: VaultCatalogue.Film) -> String? {
    film.collection.flatMap { VaultCatalogue.collectionNames[$0] }
  }

  private static func row(
    _ film: VaultCatalogue.Film, _ call: VaultCall, overview: String?, runtime: Int?
  ) -> VaultTitleRow {
    VaultTitleRow(
      id: 0, userID: call.userID, title: film.title, imdbID: film.imdbID, releaseDate: film.releaseDate,
      runtime: runtime, collectionID: film.collection, collectionName: collectionName(film),
      posterURL: VaultJSON.noImage, overview: overview)
  }

  private static func add(_ movie: VaultTitleRow, isImport: Bool, _ state: inout VaultState) -> VaultTitleRow {
    var movie = movie
    movie.id = state.db.movies.nextID
    movie.importedAt = isImport ? state.stamp() : nil
    movie.addedAt = state.stamp()
    state.db.movies.append(movie)
    return movie
  }

  private static func sequels(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    guard call.settings.simulatedUpstreams else { throw VaultFailure.crash }
    guard !call.lacksCatalogue, let film = VaultCatalogue.film(imdbID(call)) else {
      throw VaultFailure.detail(404, "No franchise/collection found for this movie on TMDB")
    }
    let franchise = VaultCatalogue.franchise(of: film)
    var imported: [JSONValue] = []
    var skipped: [JSONValue] = []
    for film in franchise {
      if own(film.imdbID, call, state) != nil {
        skipped.append(["title": .string(film.title), "reason": "Already exists"])
      } else {
        let added = add(row(film, call, overview: film.overview, runtime: film.runtime), isImport: false, &state)
        put("movie", added.id, call, &state)
        imported.append(.string(film.title))
      }
    }
    return VaultJSON.answer([
      "imported_movies": .array(imported), "skipped_movies": .array(skipped),
      "total_imported": .count(imported.count), "total_skipped": .count(skipped.count),
      "tmdb_collection_size": .count(franchise.count),
    ])
  }

  // MARK: Series

  private static let stub = [
    VaultWorld.Episode(1, 1, "Pilot", airDate: "2023-01-01"),
    VaultWorld.Episode(1, 2, "Episode 2", airDate: "2023-01-08"),
  ]

  /// The answer for a new series contains empty objects.
  private static func series(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let id = imdbID(call)
    let isTMDB = id.hasPrefix("tmdb_")
    if call.lacksCatalogue { throw VaultFailure.detail(404, "Series not found on \(isTMDB ? "TMDB" : "IMDB")") }
    if isTMDB, !call.isSimulated { throw VaultFailure.crash }
    if let known = state.db.series.first(where: { $0.userID == call.userID && $0.imdbID == id }) {
      try check("series", known.id, "Series", call, state)
      put("series", known.id, call, &state)
      return VaultJSON.answer(["series": VaultSeries.detail(known), "episodes_imported": 0, "episodes": []])
    }
    let show = VaultCatalogue.series(id)
    if isTMDB, show == nil { throw VaultFailure.detail(404, "Series not found on TMDB") }
    let parts = isTMDB ? show?.episodes ?? [] : stub
    let title = isTMDB ? show?.title ?? "" : "Mock Series Details (\(id))"
    let stored = add(title, id, parts, call, &state)
    put("series", stored, call, &state)
    return VaultJSON.answer([
      "series": [:], "episodes_imported": .count(parts.count), "episodes": .array(parts.map { _ in [:] }),
    ])
  }

  private static func add(
    _ title: String, _ imdbID: String, _ parts: [VaultWorld.Episode], _ call: VaultCall, _ state: inout VaultState
  ) -> Int {
    var row = VaultTitleRow(
      id: state.db.series.nextID, userID: call.userID, title: title, imdbID: imdbID, posterURL: VaultJSON.noImage)
    row.importedAt = state.stamp()
    row.addedAt = state.stamp()
    state.db.series.append(row)
    for part in parts { state.db.addEpisode(part, to: row.id) }
    return row.id
  }

  /// Imports a series with all seasons, as another copy each time.
  private static func fullSeries(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let nothing: JSONValue = ["success": true, "source": "mock", "num_episodes": 0, "num_seasons": 0]
    if call.lacksCatalogue { return VaultJSON.answer(nothing) }
    guard call.isSimulated else { throw VaultFailure.crash }
    let id = imdbID(call)
    let tmdb = VaultCatalogue.series(id)
    guard let show = tmdb ?? VaultCatalogue.tvmazeShow(id) else {
      return VaultJSON.answer(nothing)
    }
    let added = add(show.title, id, show.episodes, call, &state)
    put("series", added, call, &state)
    return VaultJSON.answer([
      "success": true, "source": tmdb == nil ? "tvmaze" : "tmdb", "num_episodes": .count(show.episodes.count),
      "num_seasons": .count(show.seasonCount),
    ])
  }

  // MARK: Addresses

  /// Broken for every address that is recognised.
  private static func url(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    guard let body = call.request.json else { throw VaultFailure.detail(400, "Invalid JSON in request body.") }
    guard body.object != nil else { throw VaultFailure.crash }
    let url = body["url"] ?? .null
    if url.isNull || url == "" { throw VaultFailure.detail(400, "Missing 'url' in request body.") }
    guard let text = url.string else { throw VaultFailure.crash }
    guard let id = imdbID(in: text) else { throw VaultFailure.detail(400, "Could not extract IMDB ID from URL.") }
    let isFound = VaultCatalogue.film(id) != nil || VaultCatalogue.tvmazeShow(id) != nil
    if call.settings.simulatedUpstreams, call.lacksCatalogue || !isFound {
      throw VaultFailure.detail(404, "IMDB ID not found as movie or series in TMDB.")
    }
    throw VaultFailure.crash
  }

  /// The first `tt` that is followed by seven or eight digits.
  private static func imdbID(in text: String) -> String? {
    let characters = Array(text)
    for start in characters.indices where characters[start...].starts(with: "tt") {
      let digits = characters[(start + 2)...].prefix { $0.isASCII && $0.isNumber }.prefix(8)
      if digits.count >= 7 { return "tt" + String(digits) }
    }
    return nil
  }
}
