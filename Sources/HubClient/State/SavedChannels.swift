/// What a ``ChannelStore`` keeps on disk.
struct SavedChannels: Codable {
  /// Nil until the app has said anything.
  var wanted: [String]?
  var registered: Set<String> = []
  var titles: [String: String] = [:]
  /// The server has just got its first channels of this user and cannot have resolved them.
  var isNew = false
  /// How often something was registered, and up to which of these the feed was fetched.
  var registrations = 0
  var fetched = 0
}
