/// The file of a ``ChannelStore``.
struct SavedChannels: Codable {
  /// Nil until the app has given a whole set.
  var wanted: [String]?
  /// What was added and removed without one.
  var added: [String]?
  var removed: [String]?
  var registered: Set<String> = []
  var titles: [String: String] = [:]
  /// The server has just got its first channels of this user and cannot have resolved them.
  var isNew = false
  /// How often something was registered, and up to which of these the feed was fetched.
  var registrations = 0
  var fetched = 0
}

extension SavedChannels {
  /// What the app has said of its channels.
  struct Wish: Equatable {
    var wanted: [String]?
    var added: [String]?
    var removed: [String]?
  }

  var wish: Wish {
    get { Wish(wanted: wanted, added: added, removed: removed) }
    set { (wanted, added, removed) = (newValue.wanted, newValue.added, newValue.removed) }
  }

  /// What has to be at the server.
  var toRegister: [String] { wanted ?? added ?? [] }

  var filter: ChannelFilter { ChannelFilter(wanted: wanted.map(Set.init), removed: Set(removed ?? [])) }
}

/// Whose videos are shown: a server goes on sending those of every channel that was ever registered.
struct ChannelFilter {
  /// Nil for all.
  var wanted: Set<String>?
  /// Without a wanted set.
  var removed: Set<String> = []

  /// A video or gap without a channel cannot be told to be unwanted.
  func shows(_ channel: String?) -> Bool {
    guard let channel else { return true }
    return wanted?.contains(channel) ?? !removed.contains(channel)
  }
}
