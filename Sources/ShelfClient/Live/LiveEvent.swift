import Foundation
import MediaCore

/// An event from the server, received through ``LiveUpdates`` while this device was connected.
///
/// A screen that shows the data of a store needs no events: the store applies the data of an event before an observer receives the event.
/// Add a `default` to a `switch` over events, since later versions of this SDK add cases.
public enum LiveEvent: Sendable, Hashable {
  /// A playback session of this account has changed the position in an item (`user_item_progress_updated`). Also sent for a session of this
  /// device.
  case progress(LiveProgress)
  /// The account has changed (`user_updated`). The value is the whole account, with all its progress and bookmarks.
  case user(User)
  /// A playback session of this account was closed (`user_session_closed`). The value is the id of the session.
  case sessionClosed(String)
  /// Items were added on the server (`item_added`, `items_added`).
  case itemsAdded([ShelfItem])
  /// Items have changed on the server (`item_updated`, `items_updated`).
  case itemsUpdated([ShelfItem])
  /// An item was removed from the server (`item_removed`). Also sent for items that the account may not see.
  case itemRemoved(id: String, library: String?)
  /// The server has downloaded an episode (`episode_added`). Also sent for podcasts that the account may not see.
  case episodeAdded(Episode)
  /// A playlist of the account was added or has changed.
  case playlistChanged(Playlist)
  /// A playlist of the account was removed. The value is the id of the playlist.
  case playlistRemoved(String)
  /// A collection was added or has changed.
  case collectionChanged(BookCollection)
  /// A collection was removed. The value is the id of the collection.
  case collectionRemoved(String)
  /// An event that this version of the SDK does not decode. The value is the name of the event.
  case unknown(String)
}

/// The new position in an item, after a playback session has changed it.
public struct LiveProgress: Sendable, Hashable, Decodable {
  /// The progress record with the new position.
  public var record: MediaProgress
  /// The id of the playback session that changed the position. A player compares this id with its own session's id to recognise changes
  /// that it made itself.
  public var session: String?
  /// The device that changed the position, as the server describes the device, such as `iPhone17,1 / v1.0.0`.
  public var device: String?

  /// Creates the value of a ``LiveEvent/progress(_:)`` event, for tests and for an app's own implementations of the SDK's protocols.
  public init(record: MediaProgress, session: String? = nil, device: String? = nil) {
    self.record = record
    self.session = session
    self.device = device
  }

  private enum CodingKeys: String, CodingKey {
    case record = "data"
    case session = "sessionId"
    case device = "deviceDescription"
  }

  public init(from decoder: any Decoder) throws {
    record = try decoder.container(keyedBy: CodingKeys.self).decode(MediaProgress.self, forKey: .record)
    let members = try decoder.lenient(CodingKeys.self)
    session = members[.session]
    device = members[.device]
  }
}

extension LiveEvent {
  /// Reads an event by its name.
  /// - Throws: a decoding error if the server sent a known name with content of another form. An unknown name becomes ``unknown(_:)``.
  init(_ name: String, _ arguments: [JSONValue], coder: JSONCoder = .shelf) throws {
    let body = arguments.first ?? .null
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try coder.decode(type, from: body.serialized())
    }
    let id = { () throws -> String in
      guard let id = body.string ?? body["id"]?.string, !id.isEmpty else { throw Unreadable() }
      return id
    }
    switch name {
    case "user_item_progress_updated": self = .progress(try read(LiveProgress.self))
    case "user_updated": self = .user(try read(User.self))
    case "user_session_closed": self = .sessionClosed(try id())
    case "item_added": self = .itemsAdded([try read(ShelfItem.self)])
    case "items_added": self = .itemsAdded(try read([ShelfItem].self))
    case "item_updated": self = .itemsUpdated([try read(ShelfItem.self)])
    case "items_updated": self = .itemsUpdated(try read([ShelfItem].self))
    case "item_removed": self = .itemRemoved(id: try id(), library: body["libraryId"]?.string)
    case "episode_added": self = .episodeAdded(try read(Episode.self))
    case "playlist_added", "playlist_updated": self = .playlistChanged(try read(Playlist.self))
    case "playlist_removed": self = .playlistRemoved(try id())
    case "collection_added", "collection_updated": self = .collectionChanged(try read(BookCollection.self))
    case "collection_removed": self = .collectionRemoved(try id())
    default: self = .unknown(name)
    }
  }

  private struct Unreadable: Error {}
}
