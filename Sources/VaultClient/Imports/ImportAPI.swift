public import MediaCore

/// Imports of titles from outside. These calls are slow, and none is retried automatically. To import something by a
/// pasted text see ``ImportReference``; for imports that wait until the server can be reached see
/// ``VaultStore/importTitle(_:into:)``.
public protocol ImportAPI: Sendable {
  /// `POST /api/import/movie/{imdb_id}`: the film, and silently its sequels.
  /// - Parameter lists: the server ignores the personal list and unknown ones.
  /// - Throws: `conflict` when the film is in one of the lists already, `server` when TMDB cannot be reached.
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
  /// `GET /api/import/jellyfin/progress`: always empty on current servers.
  func progress() async throws(ClientError) -> ImportProgress
  /// `GET /api/library-import-history`
  func history() async throws(ClientError) -> [LibraryImport]
  /// `POST /api/library-import-history/{id}/toggle-automation`. To set the state see
  /// ``VaultStore/setAutomated(_:library:)``.
  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult
}

struct LiveImportAPI: ImportAPI {
  let sender: VaultSender

  func movie(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> MovieImport {
    try await sender.send(
      .json("vault.imports.movie", .post, path: ["api", "import", "movie", .id(imdbID)], traits: .vaultImport)
        .sending(["target_list_ids": lists]))
  }

  func sequels(of imdbID: String) async throws(ClientError) -> SequelsImport {
    try await sender.send(
      .json(
        "vault.imports.sequels", .post, path: ["api", "import", "movie", .id(imdbID), "sequels"], traits: .vaultImport))
  }

  func series(_ imdbID: String, into lists: [ListID]) async throws(ClientError) -> SeriesImport {
    try await sender.send(
      .json("vault.imports.series", .post, path: ["api", "import", "series", .id(imdbID)], traits: .vaultImport)
        .sending(["target_list_ids": lists]))
  }

  func fullSeries(_ imdbID: String) async throws(ClientError) -> FullSeriesImport {
    try await sender.send(
      .json(
        "vault.imports.fullSeries", .post, path: ["api", "import", "series", .id(imdbID), "full"],
        traits: .vaultImport))
  }

  func url(_ url: String) async throws(ClientError) {
    try await sender.send(address("vault.imports.url", ["import", "url"], url), broken: .importURL)
  }

  func byURL(_ url: String) async throws(ClientError) {
    try await sender.send(address("vault.imports.byURL", ["import", "by_url"], url).slashed(), broken: .importURL)
  }

  func shared(_ url: String) async throws(ClientError) {
    try await sender.send(address("vault.imports.shared", ["share", "import"], url), broken: .importShared)
  }

  private func address(_ operation: String, _ path: [PathSegment], _ url: String) -> Endpoint<Void> {
    var traits = EndpointTraits.vaultImport
    traits.credentials = .optional
    return .done(operation, .post, path: ["api"] + path, body: .json(["url": .string(url)]), traits: traits)
  }

  func libraries() async throws(ClientError) -> JellyfinLibraries {
    try await sender.send(
      .json("vault.imports.libraries", path: ["api", "import", "jellyfin", "libraries"], traits: .vaultSlowRead))
  }

  func scan(_ library: String) async throws(ClientError) -> LibraryScan {
    try await sender.send(
      .json(
        "vault.imports.scan", path: ["api", "import", "jellyfin", "pre-scan", .text(library)], traits: .vaultSlowRead))
  }

  func library(_ library: String, into lists: [ListID]) async throws(ClientError) -> LibraryImportResult {
    var body = try JSONValue(encoding: ["list_ids": lists])
    body["library_name"] = .string(library)
    return try await sender.send(
      .json(
        "vault.imports.library", .post, path: ["api", "import", "jellyfin"], body: .json(body),
        traits: .vaultLibraryImport
      ).slashed())
  }

  func progress() async throws(ClientError) -> ImportProgress {
    try await sender.send(
      .json("vault.imports.progress", path: ["api", "import", "jellyfin", "progress"], traits: .vaultRead))
  }

  func history() async throws(ClientError) -> [LibraryImport] {
    try await sender.send(
      Endpoint<HistoryAnswer>.json(
        "vault.imports.history", path: ["api", "library-import-history"], traits: .vaultRead
      )
      .map(\.history))
  }

  func toggleAutomation(_ id: Int) async throws(ClientError) -> AutomationResult {
    try await sender.send(
      .json(
        "vault.imports.toggleAutomation", .post,
        path: ["api", "library-import-history", .number(id), "toggle-automation"], traits: .vaultWrite))
  }
}

/// `{"success": true, "history": […]}`
private struct HistoryAnswer: Decodable, Sendable {
  let history: [LibraryImport]

  private enum CodingKeys: String, CodingKey { case history }

  init(from decoder: any Decoder) throws { history = try decoder.lenient(CodingKeys.self).requireList(.history) }
}
