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
