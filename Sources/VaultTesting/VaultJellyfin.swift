import MediaTesting

/// The library that a server without Jellyfin offers in its place, and the history of imports.
enum VaultJellyfin {
  static let routes = [
    VaultRoute("GET", "/api/import/jellyfin/libraries", for: .user, libraries),
    VaultRoute("GET", "/api/import/jellyfin/libraries-debug", for: .user, libraries),
    VaultRoute("GET", "/api/import/jellyfin/pre-scan/:library_name", for: .user) { call, _ in
      try check(call.parameters["library_name"] ?? "")
      return VaultJSON.answer([
        "total_movies": .count(films.count), "estimated_collections": 0,
        "total_work": .count(films.count), "library_name": .string(name),
      ])
    },
    VaultRoute("GET", "/api/import/jellyfin/progress", for: .user) { _, _ in
      VaultJSON.answer([
        "phase": "No import in progress", "progress": 0, "current": 0, "total": 0, "batch_num": 0, "total_batches": 0,
      ])
    },
    VaultRoute("POST", "/api/import/jellyfin/", for: .user, body: true, importLibrary),
    VaultRoute("GET", "/api/library-import-history", for: .user, history),
    VaultRoute("POST", "/api/library-import-history/:history_id/toggle-automation", for: .user, toggleAutomation),
  ]

  private static let name = "Mock Library"
  private static let id = "mock-lib"
  private static let films = ["tt0133093", "tt1375666"]

  private static func libraries(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    VaultJSON.answer([
      "libraries": [["id": .string(id), "name": .string(name), "type": "movies"]], "count": 1,
      "service_type": "<class 'jellyfin_service.MockJellyfinService'>",
    ])
  }

  private static func check(_ library: String) throws {
    guard library == name else {
      throw VaultFailure.detail(404, "Library '\(library)' not found. Available libraries: ['\(name)']")
    }
  }

  /// Imports a library; answers 200 even when no film could be looked up.
  private static func importLibrary(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (library, _) = try VaultForm.read(call) {
      ($0.string("library_name", default: "Movies"), $0.optionalArray("list_ids"))
    }
    try state.limit("jellyfin import", 100, seconds: 3600, "100 per 1 hour")
    try check(library)
    let now = state.stamp()
    if let index = state.db.libraries.firstIndex(where: { $0.userID == call.userID && $0.libraryName == name }) {
      state.db.libraries[index].importCount += 1
      state.db.libraries[index].lastImported = now
    } else {
      state.db.libraries.append(
        VaultLibraryRow(
          id: state.db.libraries.nextID, userID: call.userID, libraryName: name, libraryID: id, lastImported: now,
          importCount: 1, isAutomated: true, createdAt: now))
    }
    let errors = (call.isSimulated ? [] : films).map { film -> JSONValue in
      let reason = VaultSearch.unreachable("/3/find/\(film)", [("external_source", "imdb_id")], call)
      return .string("Error importing movie \(film): \(reason)")
    }
    return VaultJSON.answer([
      "success": true, "message": "Jellyfin import complete", "imported": 0, "updated": 0,
      "skipped": .count(films.count), "skipped_items": [], "sequels_imported": 0,
      "total_jellyfin_movies": .count(films.count), "libraries_found": 1, "errors": .array(errors),
    ])
  }

  // MARK: History

  private static func history(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    let rows = state.db.libraries.filter { $0.userID == call.userID }
      .sorted { ($0.lastImported?.micros ?? 0, $0.id) > ($1.lastImported?.micros ?? 0, $1.id) }
    let history = rows.map { row -> JSONValue in
      [
        "id": .count(row.id), "library_name": .string(row.libraryName), "library_id": .string(row.libraryID),
        "last_imported": VaultJSON.stamp(row.lastImported), "import_count": .count(row.importCount),
        "is_automated": .bool(row.isAutomated), "created_at": VaultJSON.stamp(row.createdAt),
      ]
    }
    return VaultJSON.answer(["success": true, "history": .array(history)])
  }

  private static func toggleAutomation(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let id = try call.id("history_id")
    let index = try state.db.libraries.firstIndex { $0.id == id && $0.userID == call.userID }
      .found(or: "Library import history")
    state.db.libraries[index].isAutomated.toggle()
    let isOn = state.db.libraries[index].isAutomated
    return VaultJSON.answer([
      "success": true, "is_automated": .bool(isOn),
      "message": .string(
        "Automated imports \(isOn ? "enabled" : "disabled") for \(state.db.libraries[index].libraryName)"),
    ])
  }
}
