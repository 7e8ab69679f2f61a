public import Foundation
import MediaCore

/// The values of an `NSUserActivity` for a book or episode that the user listens to or looks at. With the activity, the user can continue
/// on another device.
///
/// ```swift
/// if let now = player.nowPlaying {
///   let activity = ShelfActivity(now, at: now.asOf)
///   show(activity.title)
/// }
/// ```
/// On the other device, ``init(type:userInfo:)`` reads the values back: `player.open(activity.id, at: activity.position)`.
public struct ShelfActivity: Codable, Hashable, Sendable {
  /// The type of the `NSUserActivity`. The app has to list this type under `NSUserActivityTypes` in its Info.plist.
  public static let type = "shelf.playing"
  /// The key in `userInfo` under which the system passes the identifier of a ``ShelfSearchItem`` that the user chose in the system's
  /// search.
  static let foundKey = "kCSSearchableItemActivityIdentifier"
  /// The type of the activity that the system passes to the app after the user chose a ``ShelfSearchItem`` in the system's search.
  static let foundType = "com.apple.corespotlightitem"
  private static let version = "1"

  /// The id of the book or episode.
  public var id: PlayableID
  /// The position at which to continue, in seconds. If nil, continue at the position of the account's progress.
  public var position: Double?
  /// The title of the book or episode. Empty if ``init(type:userInfo:)`` created the activity.
  public var title = ""
  /// The address of the item's page in the server's web client, for a device without the app. The address contains neither credentials nor
  /// a query. Nil if the activity was created without the address of a server.
  public var webPage: URL?

  /// Creates the activity of an item.
  /// - Parameters:
  ///   - position: the position in seconds. An impossible position, such as a negative one, has the same effect as nil.
  ///   - server: the address of the server, such as `try await shelf.client.locator.base()`. If nil, the activity has no web page.
  public init(id: PlayableID, title: String, position: Double? = nil, server: URL? = nil) {
    self.id = id
    self.title = title
    self.position = position.flatMap { $0.isMediaTime ? $0 : nil }
    webPage = server.flatMap { Self.page(of: id, at: $0) }
  }

  /// Creates the activity of the item that is open in the player.
  /// - Parameters:
  ///   - moment: the time for which the position of the item is computed.
  ///   - server: the address of the server. If nil, the activity has no web page.
  public init(_ now: NowPlayingSnapshot, at moment: Date, server: URL? = nil) {
    self.init(id: now.id, title: now.title, position: now.position(at: moment), server: server)
  }

  /// Creates the activity of a row; nil if the row cannot be played.
  public init?(_ row: ShelfRow, position: Double? = nil, server: URL? = nil) {
    guard let id = row.playable else { return nil }
    self.init(id: id, title: row.title, position: position, server: server)
  }

  /// The values to set as `userInfo` of the `NSUserActivity`, which the system transfers to the other device.
  public var userInfo: [String: String] {
    var info = ["v": Self.version, "id": id.description]
    if let position { info["position"] = String(position) }
    return info
  }

  /// Reads an activity that another device of the user has sent. Also reads the activity that the system creates after the user chose a
  /// ``ShelfSearchItem`` in the system's search. Nil if the activity has another type, if its values are damaged, or if another version of
  /// the app wrote it in another format.
  /// - Parameters:
  ///   - type: the type of the activity.
  ///   - userInfo: the `userInfo` of the activity.
  public init?(type: String, userInfo: [AnyHashable: Any]?) {
    guard let userInfo else { return nil }
    switch type {
    case Self.foundType:
      guard let found = (userInfo[Self.foundKey] as? String).flatMap(ShelfSearchItem.playable(of:)) else { return nil }
      self.init(id: found, title: "")
    case Self.type:
      guard userInfo["v"] as? String == Self.version, let text = userInfo["id"] as? String,
        let id = PlayableID(text), WireID.arePlausible(id.ids)
      else { return nil }
      self.init(id: id, title: "")
      guard let text = userInfo["position"] else { return }
      guard let position = (text as? String).flatMap(Double.init), position.isMediaTime else { return nil }
      self.position = position
    default: return nil
    }
  }

  private static func page(of id: PlayableID, at server: URL) -> URL? {
    guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: true), WireID.arePlausible(id.ids),
      ["http", "https"].contains(parts.scheme?.lowercased())
    else { return nil }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    // An episode has no page of its own: use the page of its podcast, which lists the episode.
    return parts.url?.appendingPathComponent("item").appendingPathComponent(id.libraryItemId)
  }
}
