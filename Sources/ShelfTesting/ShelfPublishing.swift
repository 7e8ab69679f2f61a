import Foundation
import MediaTesting

/// Routes with which administrators share items, and with which users set up e-readers and send ebooks to them.
extension ShelfState {
  static let publishingRoutes = [
    ShelfRoute("POST", "/api/share/mediaitem") { $0.makeShare($1) },
    ShelfRoute("DELETE", "/api/share/mediaitem/:id") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let slug = state.world.shares.first(where: { $0.value.id == call["id"] })?.key else {
        return .shelfSentence("Media item share not found", status: 404)
      }
      state.endShare(slug)
      return .shelfFile([:], status: 204, body: Data())
    },
    ShelfRoute("POST", "/api/me/ereader-devices") { $0.setReaders($1) },
    ShelfRoute("POST", "/api/emails/send-ebook-to-device") { $0.sendEbook($1) },
  ]

  private mutating func makeShare(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard let slug = call.body["slug"]?.string, !slug.isEmpty, let type = call.body["mediaItemType"]?.string,
      let media = call.body["mediaItemId"]?.string
    else { return .shelfSentence("Missing or invalid required fields") }
    guard let end = call.body["expiresAt"]?.double, end >= 0 else { return .shelfSentence("Invalid expiration date") }
    guard ["book", "podcastEpisode"].contains(type) else { return .shelfSentence("Invalid media item type") }
    if world.shares.values.contains(where: { world.item($0.item)?.mediaID == media }) {
      return .shelfSentence("Item is already shared", status: 409)
    }
    if world.shares[slug] != nil { return .shelfSentence("Slug is already in use", status: 409) }
    guard let item = world.items.first(where: { $0.mediaID == media }) else {
      return .shelfSentence("Media item not found", status: 404)
    }
    var share = ShelfShare(item: item.id, isDownloadable: call.body["isDownloadable"]?.bool ?? false)
    (share.id, share.expiresAt) = (random.uuid(), end > 0 ? end : nil)
    world.shares[slug] = share
    cache.dropAnswers()
    let json = shareJSON(share, slug: slug)
    emitToAdmins("share_open", json)
    return .shelfJSON(json, status: 201)
  }

  mutating func endShare(_ slug: String) {
    guard let share = world.shares.removeValue(forKey: slug) else { return }
    cache.dropAnswers()
    emitToAdmins("share_closed", shareJSON(share, slug: slug))
  }

  /// A share as the server shows it to administrators: its dates are texts.
  func shareJSON(_ share: ShelfShare, slug: String) -> JSONValue {
    [
      "id": .string(share.id), "mediaItemId": .string(world.item(share.item)?.mediaID ?? ""), "mediaItemType": "book",
      "slug": .string(slug), "expiresAt": share.expiresAt.map { .string(ShelfDate(milliseconds: $0).iso) } ?? .null,
      "isDownloadable": .bool(share.isDownloadable), "createdAt": .string(ShelfDate(milliseconds: now).iso),
      "updatedAt": .string(ShelfDate(milliseconds: now).iso),
    ]
  }

  /// The share of an item as administrators see it; nil if the item has no share.
  func shareJSON(of item: ShelfItemRow) -> JSONValue? {
    world.share(of: item.id).map { shareJSON($0.share, slug: $0.slug) }
  }

  // MARK: E-readers

  /// The e-readers that a user may use.
  func readers(of user: ShelfAccount) -> [JSONValue] {
    world.readers.filter { reader in
      switch reader["availabilityOption"]?.string {
      case "adminOrUp": user.isAdmin
      case "userOrUp": !user.isGuest
      case "specificUsers": reader["users"]?.texts.contains(user.id) ?? false
      default: true
      }
    }
  }

  private mutating func setReaders(_ call: ShelfCall) -> HTTPResponse {
    guard let wanted = call.body["ereaderDevices"]?.array else {
      return .shelfSentence("Invalid payload. ereaderDevices array required")
    }
    for reader in wanted {
      guard reader["name"]?.string?.isEmpty == false, reader["email"]?.string?.isEmpty == false else {
        return .shelfSentence("Invalid payload. ereaderDevices array items must have name and email")
      }
      guard reader["availabilityOption"]?.string == "specificUsers", reader["users"]?.texts == [call.userID] else {
        return .shelfSentence(
          "Invalid payload. ereaderDevices array items must have availabilityOption \"specificUsers\" and only the current user"
        )
      }
    }
    // The API contract names no permission here. Refuse users without `createEreader`, since the web client does not offer them the form.
    guard call.user.may("createEreader") else { return .shelfForbidden }
    let usable = Set(readers(of: call.user).compactMap { $0["name"]?.string })
    let others = world.readers.filter { reader in
      !usable.contains(reader["name"]?.string ?? "") || reader["users"]?.texts.count != 1
    }
    let all = others + wanted
    guard Set(all.compactMap { $0["name"]?.string }).count == all.count else {
      return .shelfSentence("Invalid payload. Duplicate \"name\" field found.")
    }
    world.readers = all
    cache.dropAnswers()
    let devices: JSONValue = ["ereaderDevices": .array(readers(of: call.user))]
    emit("ereader-devices-updated", devices, to: call.userID)
    return .shelfJSON(devices)
  }

  private mutating func sendEbook(_ call: ShelfCall) -> HTTPResponse {
    guard let reader = world.readers.first(where: { $0["name"] == call.body["deviceName"] }) else {
      return .shelfSentence("Ereader device not found", status: 404)
    }
    guard readers(of: call.user).contains(reader) else { return .shelfForbidden }
    guard let item = world.item(call.body["libraryItemId"]?.string ?? "") else {
      return .shelfSentence("Library item not found", status: 404)
    }
    guard call.user.canSee(item) else { return .shelfForbidden }
    guard item.ebook != nil else { return .shelfSentence("Ebook file not found", status: 404) }
    world.sentEbooks.append("\(item.title) → \(reader["email"]?.string ?? "")")
    return .shelfOK
  }
}

extension ShelfWorld {
  /// The share that an administrator has made of an item, with its slug; nil if there is none. A share of the world's own has no id.
  func share(of item: String) -> (slug: String, share: ShelfShare)? {
    shares.first { $0.value.item == item && !$0.value.id.isEmpty }.map { ($0.key, $0.value) }
  }

  /// Adds an e-reader to which all users except guests may send ebooks.
  public mutating func addReader(_ name: String, email: String) {
    readers.append([
      "name": .string(name), "email": .string(email), "availabilityOption": "userOrUp", "users": [],
    ])
  }
}

extension FakeShelfServer {
  /// The ebooks that the server has sent to e-readers, each as the text `title → e-mail address`.
  public var sentEbooks: [String] { withState { $0.world.sentEbooks } }
}
