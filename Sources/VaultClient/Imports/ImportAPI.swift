public import MediaCore

/// Routes that import titles into the vault. These routes are slow, and the SDK retries none of them automatically. To import the title
/// that a pasted text refers to, see ``ImportReference``. For imports that wait until the server can be reached, see
/// ``VaultStore/importTitle(_:into:)``.
public protocol ImportAPI: Sendable {
  /// `POST /api/import/movie/{imdb_id}`: imports a film and its sequels. The response does not name the sequels.
  /// - Parameter lists: the lists to which the film is added. The server ignores the personal list and unknown lists.
  /// - Throws: `conflict` if the film is in one of the lists already, `server` if the server cannot reach TMDB.
  func movie(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> MovieImport
  /// `POST /api/import/movie/{imdb_id}/sequels`: imports all films of the film's franchise.
  func sequels(of imdbID: String) async throws(ClientError) -> SequelsImport
  /// `POST /api/import/series/{imdb_id}`: imports a series by its IMDb id or by a `tmdb_` id.
  func series(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport
  /// `POST /api/import/series/{imdb_id}/full`: imports a series with all seasons. Each call creates another copy of the series.
  func fullSeries(_ imdbID: String) async throws(ClientError) -> FullSeriesImport
  /// `POST /api/import/url`: imports the title at a web address.
  /// - Throws: `unsupported` for every address that a current server recognises. See ``BrokenRoute/importURL``.
  func url(_ url: String) async throws(ClientError)
  /// `POST /api/import/by_url/`: imports the title at a web address. This is an older name of the route of ``url(_:)``.
  func byURL(_ url: String) async throws(ClientError)
  /// `POST /api/share/import`: imports the title of a shared address.
  /// - Throws: `unsupported` on every current server. See ``BrokenRoute/importShared``.
  func shared(_ url: String) async throws(ClientError)
  /// `GET /api/import/jellyfin/libraries`: returns the libraries at Jellyfin. A server without Jellyfin returns one placeholder library
  /// that does not exist.
  func libraries() async throws(ClientError) -> JellyfinLibraries
  /// `GET /api/import/jellyfin/pre-scan/{name}`: counts the films and collections that an import of the library would process.
  /// - Parameter library: the library's name, not its id.
  func scan(_ library: String) async throws(ClientError) -> LibraryScan
  /// `POST /api/import/jellyfin/`: imports a library. The server answers when the import is done, which can take an hour.
  func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult
  /// `GET /api/import/jellyfin/progress`: returns the progress of an import. Current servers always send an empty progress.
  func progress() async throws(ClientError) -> ImportProgress
  /// `GET /api/library-import-history`: returns the past imports of libraries.
  func history() async throws(ClientError) -> [LibraryImport]
  /// `POST /api/library-import-history/{id}/toggle-automation`: toggles whether the server repeats the import of a library automatically.
  /// To set a given value, use ``VaultStore/setAutomated(_:library:)``.
  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult
}

struct LiveImportAPI: ImportAPI {
  let sender: VaultSender

  func movie(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> MovieImport {
    try await sender.json(
      .vaultImportsMovie, .post, path: path("movie", .id(imdbID)), body: ["target_list_ids": lists], .vaultImport)
  }

  func sequels(of imdbID: String) async throws(ClientError) -> SequelsImport {
    try await sender.json(.vaultImportsSequels, .post, path: path("movie", .id(imdbID), "sequels"), .vaultImport)
  }

  func series(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport {
    try await sender.json(
      .vaultImportsSeries, .post, path: path("series", .id(imdbID)), body: ["target_list_ids": lists], .vaultImport)
  }

  func fullSeries(_ imdbID: String) async throws(ClientError) -> FullSeriesImport {
    try await sender.json(.vaultImportsFullSeries, .post, path: path("series", .id(imdbID), "full"), .vaultImport)
  }

  func url(_ url: String) async throws(ClientError) {
    try await sender.done(
      .vaultImportsUrl, .post, path: path("url"), body: ["url": url], .vaultImport.open, broken: .importURL)
  }

  func byURL(_ url: String) async throws(ClientError) {
    try await sender.done(
      .vaultImportsByURL, .post, path: path("by_url"), slash: true, body: ["url": url], .vaultImport.open,
      broken: .importURL)
  }

  func shared(_ url: String) async throws(ClientError) {
    try await sender.done(
      .vaultImportsShared, .post, path: ["share", "import"], body: ["url": url], .vaultImport.open,
      broken: .importShared)
  }

  func libraries() async throws(ClientError) -> JellyfinLibraries {
    try await sender.json(.vaultImportsLibraries, path: path("jellyfin", "libraries"), .vaultSlowRead)
  }

  func scan(_ library: String) async throws(ClientError) -> LibraryScan {
    try await sender.json(.vaultImportsScan, path: path("jellyfin", "pre-scan", .text(library)), .vaultSlowRead)
  }

  func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult {
    let lists = lists.map { list in list.number.map { JSONValue.integer(Int64($0)) } ?? .string(list.description) }
    let body: JSONValue = ["library_name": .string(library), "list_ids": .array(lists)]
    return try await sender.json(
      .vaultImportsLibrary, .post, path: path("jellyfin"), slash: true, body: body, .vaultLibraryImport)
  }

  func progress() async throws(ClientError) -> ImportProgress {
    try await sender.json(.vaultImportsProgress, path: path("jellyfin", "progress"), .vaultRead)
  }

  func history() async throws(ClientError) -> [LibraryImport] {
    let answer: History = try await sender.json(.vaultImportsHistory, path: ["library-import-history"], .vaultRead)
    return answer.history.elements
  }

  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult {
    try await sender.json(
      .vaultImportsToggleAutomation, .post, path: ["library-import-history", .number(id), "toggle-automation"],
      .vaultWrite)
  }

  private func path(_ parts: PathSegment...) -> [PathSegment] { ["import"] + parts }
}

/// `{"success": true, "history": […]}`
private struct History: Decodable, Sendable {
  let history: LossyList<LibraryImport>
}
