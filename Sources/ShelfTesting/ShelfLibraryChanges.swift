import MediaTesting

/// Routes with which administrators add and scan libraries.
extension ShelfState {
  mutating func makeLibrary(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    let folders = (call.body["folders"]?.array ?? []).compactMap { $0["fullPath"]?.string }
    guard let name = call.body["name"]?.string, !name.isEmpty, let type = call.body["mediaType"]?.string,
      ["book", "podcast"].contains(type), !folders.isEmpty
    else { return .shelfStatus(400) }
    let (id, time, isPodcast) = (random.uuid(), JSONValue.integer(now), type == "podcast")
    var settings = ShelfWorld.librarySettings(isPodcast: isPodcast)
    for (key, value) in call.body["settings"]?.object ?? [:] { settings[key] = value }
    let json: JSONValue = [
      "id": .string(id), "name": .string(name), "displayOrder": .count(world.libraries.count + 1),
      "folders": .array(
        folders.map { path in
          ["id": .string(random.uuid()), "fullPath": .string(path), "libraryId": .string(id), "addedAt": time]
        }), "icon": call.body["icon"]?.ifTruthy ?? "database", "mediaType": .string(type),
      "provider": call.body["provider"]?.ifTruthy ?? (isPodcast ? "itunes" : "google"), "settings": settings,
      "lastScan": .null, "lastScanVersion": .null, "createdAt": time, "lastUpdate": time,
    ]
    guard let library = ShelfWorld.Library(json) else { return .shelfStatus(500) }
    world.libraries.append(library)
    worldChanged()
    // The real server omits `lastScanVersion` in this answer and in the event. In later answers the member is null.
    let made = json.without("lastScanVersion")
    emit("library_added", made, library: id)
    return .shelfJSON(made)
  }

  /// Accepts the request for a scan. The scan changes nothing, because the library's folders are not on a disk.
  func scan(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard world.library(call["library"]) != nil else { return .shelfSentence("Library not found", status: 404) }
    return .shelfOK
  }
}
