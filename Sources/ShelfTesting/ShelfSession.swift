import Foundation
import MediaTesting

/// A device as the server stores it.
struct ShelfDevice: Sendable {
  let id: String
  let userID: String
  let deviceID: String
  var clientName: String?
  var clientVersion: String?
  var manufacturer: String?
  var model: String?
  var sdkVersion: String?
  var deviceName: String?
  let address: String

  init(_ sent: JSONValue?, id: String, userID: String, address: String, version: String) {
    func raw(_ key: String) -> String? { sent?[key]?.string ?? sent?[key]?.int.map(String.init) }
    func text(_ key: String) -> String? { ShelfWire.plainName(raw(key).map(JSONValue.string)) }
    self.id = id
    self.userID = userID
    self.address = address
    // The real server removes markup from the texts about the device, and stores `deviceId` as the client sent it.
    deviceID = sent?["deviceId"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? id
    clientVersion = text("clientVersion") ?? version
    manufacturer = text("manufacturer")
    model = text("model")
    sdkVersion = text("sdkVersion")
    clientName = text("clientName") ?? (sdkVersion != nil ? "Abs Android" : model != nil ? "Abs iOS" : "Unknown")
    deviceName = model.map { "\(manufacturer ?? "Unknown") \($0)" } ?? text("deviceName")
  }

  /// - Parameter isStored: whether the device was read from the database, which has empty texts for missing members.
  func json(isStored: Bool) -> JSONValue {
    var json: JSONValue = [
      "id": .string(id), "userId": .string(userID), "deviceId": .string(deviceID), "ipAddress": .string(address),
    ]
    json["clientVersion"] = clientVersion.map(JSONValue.string)
    json["clientName"] = clientName.map(JSONValue.string)
    for (key, value) in [
      ("manufacturer", manufacturer), ("model", model), ("sdkVersion", sdkVersion), ("deviceName", deviceName),
    ] {
      if let text = value ?? (isStored ? "" : nil) { json[key] = .string(text) }
    }
    return json
  }

  var description: String {
    guard let model else { return "null null / null" }
    return sdkVersion.map { "\(model) SDK \($0) / v\(clientVersion ?? "null")" }
      ?? "\(model) / v\(clientVersion ?? "null")"
  }
}

/// A playback session, open or in the history.
struct ShelfSession: Sendable {
  let id: String
  let userID: String
  let libraryID: String
  let libraryItemID: String
  let bookID: String?
  let episodeID: String?
  let mediaType: String
  let mediaMetadata: JSONValue
  let chapters: JSONValue
  let displayTitle: String
  let displayAuthor: JSONValue
  let coverPath: JSONValue
  let duration: Double
  let playMethod: JSONValue
  let mediaPlayer: JSONValue
  let deviceID: String
  /// Whether the device was known before; see ``ShelfDevice/json(isStored:)``.
  let isDeviceStored: Bool
  var date: String
  var dayOfWeek: String
  var timeListening: Double?
  let startTime: Double
  /// The place; nil if it is undefined in the server's memory.
  var currentTime: JSONValue?
  let startedAt: Double
  var updatedAt: Double
  var sequence = 0
  var tracks: [JSONValue] = []
  var encoder: ShelfEncoder?

  var mediaID: String { episodeID ?? bookID ?? "" }

  /// The progress; not a number if the place is unknown.
  var progress: Double {
    guard duration != 0 else { return 0 }
    let share = currentTime.scriptNumber / duration
    return share.isNaN ? .nan : min(1, max(0, share))
  }

  func json(device: JSONValue, version: String, isStored: Bool) -> JSONValue {
    var json: JSONValue = [
      "id": .string(id), "userId": .string(userID), "libraryId": .string(libraryID),
      "libraryItemId": .string(libraryItemID), "bookId": .text(bookID), "episodeId": .text(episodeID),
      "mediaType": .string(mediaType), "mediaMetadata": mediaMetadata, "chapters": isStored ? [] : chapters,
      "displayTitle": .string(displayTitle), "displayAuthor": displayAuthor, "coverPath": coverPath,
      "duration": .number(duration), "playMethod": playMethod, "mediaPlayer": mediaPlayer, "deviceInfo": device,
      "serverVersion": .string(version), "date": .string(date), "dayOfWeek": .string(dayOfWeek),
      "timeListening": .amount(timeListening), "startTime": .number(startTime), "startedAt": .number(startedAt),
      "updatedAt": .number(updatedAt),
    ]
    json["currentTime"] = currentTime
    return json
  }
}
