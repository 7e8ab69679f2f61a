import Foundation

/// The file of a ``ChannelStore``.
struct SavedChannels: Codable, Equatable {
  /// The wanted channels; nil until the app has set them.
  var wanted: [String]?
  /// The added and the removed channels while `wanted` is nil.
  var added: [String]?
  var removed: [String]?
  var registered: Set<String> = []
  var titles: [String: String] = [:]
  /// The addresses of the channels' pictures; nil in files of earlier versions.
  var pictures: [String: URL]?
  /// The channels that the server listed last, also those without videos; nil for a server that lists none.
  var listed: [String]?
  /// Whether no reconcile has run since the user's first registration: the server cannot have resolved the channels yet.
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

  /// Whether this device has never had a channel: the user may be new to the server.
  var isEmpty: Bool { toRegister.isEmpty && registered.isEmpty }

  /// The channels that must be registered at the server.
  var toRegister: [String] { wanted ?? added ?? [] }

  var missing: [String] { toRegister.filter { !registered.contains($0) } }

  /// The number of the last registration if the feed was not fetched since; otherwise nil.
  var unfetchedRegistration: Int? { registrations > fetched ? registrations : nil }

  /// The name, or the id of a channel without one.
  func title(of channel: String) -> String { titles[channel].flatMap { $0.isEmpty ? nil : $0 } ?? channel }

  /// Takes over what the server says of its channels. Names and pictures of other channels stay.
  mutating func take(_ details: [String: ChannelDetails]) {
    listed = details.keys.sorted()
    titles.merge(details.compactMapValues(\.title)) { $1 }
    pictures = (pictures ?? [:]).merging(details.compactMapValues(\.pictureURL)) { $1 }
  }

  mutating func add(_ registration: ChannelRegistration) {
    // Add the ids that the server ignores to `registered` as well, otherwise every refresh sends them again.
    if !registered.isSuperset(of: registration.registered) {
      isNew = isNew || registered.isEmpty
      registrations += 1
    }
    registered.formUnion(registration.registered + registration.ignored)
  }

  var filter: ChannelFilter { ChannelFilter(wanted: wanted.map(Set.init), removed: Set(removed ?? [])) }
}

/// Decides which videos are shown, since a server keeps sending videos of every channel that was ever registered.
struct ChannelFilter {
  /// The wanted channels; nil for all.
  var wanted: Set<String>?
  /// The removed channels; used while `wanted` is nil.
  var removed: Set<String> = []
  /// The ids of videos that were hidden on this device.
  var hidden: Set<String> = []

  /// Whether videos and gaps of a channel are shown; true without a channel, since nothing marks them as unwanted.
  func shows(channel: String?) -> Bool {
    guard let channel else { return true }
    return wanted?.contains(channel) ?? !removed.contains(channel)
  }

  func shows(_ video: Video) -> Bool { shows(channel: video.channelId) && !hidden.contains(video.videoId) }
}
