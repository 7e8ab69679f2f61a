import MediaCore

enum ImportEndpoints {
  static func movie(_ imdbID: String, into lists: [ListID]) throws(ClientError) -> Endpoint<MovieImport> {
    .json(
      "vault.imports.movie", .post, path: ["api", "import", "movie", .id(imdbID)],
      body: try targets("target_list_ids", lists), traits: .vaultImport)
  }

  static func sequels(of imdbID: String) -> Endpoint<SequelsImport> {
    .json(
      "vault.imports.sequels", .post, path: ["api", "import", "movie", .id(imdbID), "sequels"], traits: .vaultImport)
  }

  static func series(_ imdbID: String, into lists: [ListID]) throws(ClientError) -> Endpoint<SeriesImport> {
    .json(
      "vault.imports.series", .post, path: ["api", "import", "series", .id(imdbID)],
      body: try targets("target_list_ids", lists), traits: .vaultImport)
  }

  static func fullSeries(_ imdbID: String) -> Endpoint<FullSeriesImport> {
    .json(
      "vault.imports.fullSeries", .post, path: ["api", "import", "series", .id(imdbID), "full"], traits: .vaultImport)
  }

  static func url(_ url: String) -> Endpoint<Void> {
    .done("vault.imports.url", .post, path: ["api", "import", "url"], body: body(url), traits: openImport)
  }

  static func byURL(_ url: String) -> Endpoint<Void> {
    Endpoint<Void>.done(
      "vault.imports.byURL", .post, path: ["api", "import", "by_url"], body: body(url), traits: openImport
    ).slashed()
  }

  static func shared(_ url: String) -> Endpoint<Void> {
    .done("vault.imports.shared", .post, path: ["api", "share", "import"], body: body(url), traits: openImport)
  }

  static func libraries() -> Endpoint<JellyfinLibraries> {
    .json("vault.imports.libraries", path: ["api", "import", "jellyfin", "libraries"], traits: .vaultSlowRead)
  }

  static func scan(_ library: String) -> Endpoint<LibraryScan> {
    .json(
      "vault.imports.scan", path: ["api", "import", "jellyfin", "pre-scan", .text(library)], traits: .vaultSlowRead)
  }

  static func library(_ library: String, into lists: [ListID]) throws(ClientError) -> Endpoint<LibraryImportResult> {
    var body = try JSONValue(encoding: ["list_ids": lists])
    body["library_name"] = .string(library)
    return Endpoint<LibraryImportResult>.json(
      "vault.imports.library", .post, path: ["api", "import", "jellyfin"], body: .json(body),
      traits: .vaultLibraryImport
    ).slashed()
  }

  static func progress() -> Endpoint<ImportProgress> {
    .json("vault.imports.progress", path: ["api", "import", "jellyfin", "progress"], traits: .vaultRead)
  }

  static func history() -> Endpoint<[LibraryImport]> {
    Endpoint<HistoryAnswer>.json("vault.imports.history", path: ["api", "library-import-history"], traits: .vaultRead)
      .map(\.history)
  }

  static func toggleAutomation(_ id: Int) -> Endpoint<AutomationResult> {
    .json(
      "vault.imports.toggleAutomation", .post,
      path: ["api", "library-import-history", .number(id), "toggle-automation"], traits: .vaultWrite)
  }

  private static var openImport: EndpointTraits {
    var traits = EndpointTraits.vaultImport
    traits.credentials = .optional
    return traits
  }

  private static func body(_ url: String) -> RequestBody { .json(["url": .string(url)]) }

  private static func targets(_ name: String, _ lists: [ListID]) throws(ClientError) -> RequestBody {
    .json(try JSONValue(encoding: [name: lists]))
  }
}

/// `{"success": true, "history": […]}`
struct HistoryAnswer: Codable, Hashable, Sendable {
  var history: [LibraryImport]

  init(from decoder: any Decoder) throws {
    history = try decoder.lenient(CodingKeys.self).requireList(.history)
  }
}
