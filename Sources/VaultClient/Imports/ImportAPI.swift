public import MediaCore

/// Bringing titles in from outside. These calls are slow, and none is repeated by itself. To import something by a pasted text see
/// ``ImportReference``; for imports that wait until the server can be reached see ``VaultStore/importTitle(_:into:)``.
public protocol ImportAPI: Sendable {
  /// `POST /api/import/movie/{imdb_id}`: the film, and quietly its sequels.
  /// - Parameter lists: the personal list and unknown ones are passed over by the server.
  /// - Throws: `conflict` when it is in one of the lists already, `server` when TMDB cannot be reached.
  func movie(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> MovieImport
  /// `POST /api/import/movie/{imdb_id}/sequels`: the whole franchise.
  func sequels(of imdbID: String) async throws(ClientError) -> SequelsImport
  /// `POST /api/import/series/{imdb_id}`, `tmdb_` ids too.
  func series(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport
  /// `POST /api/import/series/{imdb_id}/full`: all seasons. Each call makes another copy.
  func fullSeries(_ imdbID: String) async throws(ClientError) -> FullSeriesImport
  /// `POST /api/import/url`.
  /// - Throws: `unsupported` for every address that a current server recognises, see ``BrokenRoute/importURL``.
  func url(_ url: String) async throws(ClientError)
  /// `POST /api/import/by_url/`: the same route by its older name.
  func byURL(_ url: String) async throws(ClientError)
  /// `POST /api/share/import`
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/importShared``.
  func shared(_ url: String) async throws(ClientError)
  /// `GET /api/import/jellyfin/libraries`. A server without Jellyfin offers one made-up library.
  func libraries() async throws(ClientError) -> JellyfinLibraries
  /// `GET /api/import/jellyfin/pre-scan/{name}`
  /// - Parameter library: its name, not its id.
  func scan(_ library: String) async throws(ClientError) -> LibraryScan
  /// `POST /api/import/jellyfin/`: answers when it is done, which can take an hour.
  func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult
  /// `GET /api/import/jellyfin/progress`: says nothing on current servers.
  func progress() async throws(ClientError) -> ImportProgress
  /// `GET /api/library-import-history`
  func history() async throws(ClientError) -> [LibraryImport]
  /// `POST /api/library-import-history/{id}/toggle-automation`. To set see ``VaultStore/setAutomated(_:library:)``.
  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult
}

struct LiveImportAPI: ImportAPI {
  let sender: VaultSender

  func movie(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> MovieImport {
    try await sender.send(try ImportEndpoints.movie(imdbID, into: lists))
  }

  func sequels(of imdbID: String) async throws(ClientError) -> SequelsImport {
    try await sender.send(ImportEndpoints.sequels(of: imdbID))
  }

  func series(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport {
    try await sender.send(try ImportEndpoints.series(imdbID, into: lists))
  }

  func fullSeries(_ imdbID: String) async throws(ClientError) -> FullSeriesImport {
    try await sender.send(ImportEndpoints.fullSeries(imdbID))
  }

  func url(_ url: String) async throws(ClientError) {
    try await sender.send(ImportEndpoints.url(url), broken: .importURL)
  }

  func byURL(_ url: String) async throws(ClientError) {
    try await sender.send(ImportEndpoints.byURL(url), broken: .importURL)
  }

  func shared(_ url: String) async throws(ClientError) {
    try await sender.send(ImportEndpoints.shared(url), broken: .importShared)
  }

  func libraries() async throws(ClientError) -> JellyfinLibraries {
    try await sender.send(ImportEndpoints.libraries())
  }

  func scan(_ library: String) async throws(ClientError) -> LibraryScan {
    try await sender.send(ImportEndpoints.scan(library))
  }

  func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult {
    try await sender.send(try ImportEndpoints.library(library, into: lists))
  }

  func progress() async throws(ClientError) -> ImportProgress { try await sender.send(ImportEndpoints.progress()) }
  func history() async throws(ClientError) -> [LibraryImport] { try await sender.send(ImportEndpoints.history()) }

  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult {
    try await sender.send(ImportEndpoints.toggleAutomation(id))
  }
}
