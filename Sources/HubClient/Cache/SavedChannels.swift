/// The file of a ``ChannelStore``.
struct SavedChannels: Codable, Equatable {
  /// Nil until the app has given a whole set.
  var wanted: [String]?
  /// Added and removed channels, without a whole set.
  var added: [String]?
  var removed: [String]?
  var registered: Set<String> = []
  var titles: [String: String] = [:]
  /// The server has just got its first channels of this user and cannot have resolved them: no reconcile has run since.
  var isNew = false
  /// `registrations` counts the registrations; `fetched` is the count that the last fetch of the feed included.
  var registrations = 0
  var fetched = 0
}

extension SavedChannels {
  /// The app's choice of channels.
  struct Selection: Equatable {
    var wanted: [String]?
    var added: [String]?
    var removed: [String]?

    mutating func add(_ channel: String) {
      if let wanted {
        self.wanted = ChannelID.cleaned(wanted + [channel])
      } else {
        let id = ChannelID.cleaned([channel])
        added = ChannelID.cleaned((added ?? []) + id)
        removed = removed?.filter { !id.contains($0) }
      }
    }

    mutating func remove(_ channel: String) {
      let channel = ChannelID.visible(channel)
      if let wanted {
        self.wanted = wanted.filter { ChannelID.visible($0) != channel }
      } else {
        added = added?.filter { ChannelID.visible($0) != channel }
        removed = ChannelID.cleaned((removed ?? []) + [channel])
      }
    }
  }

  var selection: Selection {
    get { Selection(wanted: wanted, added: added, removed: removed) }
    set { (wanted, added, removed) = (newValue.wanted, newValue.added, newValue.removed) }
  }

  /// This device has never had a channel: the user can be a new one.
  var isEmpty: Bool { toRegister.isEmpty && registered.isEmpty }

  /// The channels that have to be at the server.
  var toRegister: [String] { wanted ?? added ?? [] }

  var missing: [String] { toRegister.filter { !registered.contains($0) } }

  /// The number of the last registration, while the feed was not fetched since.
  var unfetchedRegistration: Int? { registrations > fetched ? registrations : nil }

  /// The name, or the id of a channel without one.
  func title(of channel: String) -> String { titles[channel].flatMap { $0.isEmpty ? nil : $0 } ?? channel }

  mutating func add(_ registration: ChannelRegistration) {
    // Ids that the server drops count as registered, too: it will never take them.
    if !registered.isSuperset(of: registration.registered) {
      isNew = isNew || registered.isEmpty
      registrations += 1
    }
    registered.formUnion(registration.registered + registration.ignored)
  }

  var filter: ChannelFilter { ChannelFilter(wanted: wanted.map(Set.init), removed: Set(removed ?? [])) }
}

/// The videos that are shown: a server goes on sending those of every channel that was ever registered.
struct ChannelFilter {
  /// Nil for all.
  var wanted: Set<String>?
  /// Without a wanted set.
  var removed: Set<String> = []
  /// Ids of videos that were hidden on this device.
  var hidden: Set<String> = []

  /// A video or gap without a channel is shown: nothing says that it is unwanted.
  func shows(channel: String?) -> Bool {
    guard let channel else { return true }
    return wanted?.contains(channel) ?? !removed.contains(channel)
  }

  func shows(_ video: Video) -> Bool { shows(channel: video.channelId) && !hidden.contains(video.videoId) }
}
