public import Foundation
import MediaCore

/// The item that the user listens to or looks at, as another device of the user can continue it: the values of an `NSUserActivity`.
///
/// ```swift
/// if let now = player.nowPlaying {
///   let activity = ShelfActivity(now, at: now.asOf)
///   show(activity.title)
/// }
/// ```
/// On the other device, ``init(type:userInfo:)`` reads the values back: `player.open(activity.id, at: activity.position)`.
public struct ShelfActivity: Codable, Hashable, Sendable {
  /// The type of the activity, which the app lists under `NSUserActivityTypes` in its Info.plist.
  public static let type = "shelf.playing"
  /// The key under which the system hands over the identifier of a found ``ShelfSearchItem``.
  static let foundKey = "kCSSearchableItemActivityIdentifier"
  /// The type of the activity with which the system opens a found ``ShelfSearchItem``.
  static let foundType = "com.apple.corespotlightitem"
  private static let version = "1"

  /// The book or episode.
  public var id: PlayableID
  /// The position, in seconds; nil for the place that the account's progress has.
  public var position: Double?
  /// The title of the book or episode; empty for an activity that was read back.
  public var title = ""
  /// The page of the item in the server's web client, for a device without the app; nil without one. Has neither credentials nor a query.
  public var webPage: URL?

  /// Creates the activity of an item.
  /// - Parameters:
  ///   - position: in seconds; a position that no item has is left out.
  ///   - server: the address of the server, such as `try await shelf.client.locator.base()`; nil for an activity without a web page.
  public init(id: PlayableID, title: String, position: Double? = nil, server: URL? = nil) {
    self.id = id
    self.title = title
    self.position = position.flatMap { $0.isMediaTime ? $0 : nil }
    webPage = server.flatMap { Self.page(of: id, at: $0) }
  }

  /// Creates the activity of the item that plays now.
  /// - Parameters:
  ///   - moment: the time for which the position is computed.
  ///   - server: the address of the server; nil for an activity without a web page.
  public init(_ now: NowPlayingSnapshot, at moment: Date, server: URL? = nil) {
    self.init(id: now.id, title: now.title, position: now.position(at: moment), server: server)
  }

  /// Creates the activity of a row; nil for a row that cannot be played.
  public init?(_ row: ShelfRow, position: Double? = nil, server: URL? = nil) {
    guard let id = row.playable else { return nil }
    self.init(id: id, title: row.title, position: position, server: server)
  }

  /// The values that the system carries to the other device.
  public var userInfo: [String: String] {
    var info = ["v": Self.version, "id": id.description]
    if let position { info["position"] = String(position) }
    return info
  }

  /// Reads an activity that a device of the user has sent, or the choice of a ``ShelfSearchItem`` in the system's search; nil for the
  /// activity of something else, of a newer version of the app, and for damaged values.
  /// - Parameters:
  ///   - type: the type of the activity.
  ///   - userInfo: the activity's own.
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
    // An episode has no page of its own: the page of its podcast lists it.
    return parts.url?.appendingPathComponent("item").appendingPathComponent(id.libraryItemId)
  }
}
