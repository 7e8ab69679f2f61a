public import Foundation
import MediaTesting

/// The initial data of a ``FakeHubServer``: the videos on YouTube, the server's users, and the videos that the server has stored.
///
/// ```swift
/// var world = HubWorld.sample
/// world.add(HubWorld.Upload("newVideo001", channel: HubWorld.workshop, published: ManualClock.defaultStart, title: "New"))
/// let test = TestHub(world: world)
/// ```
public struct HubWorld: Sendable, Hashable {
  /// A video on YouTube.
  public struct Upload: Sendable, Hashable {
    public var id: String
    /// The id of the video's channel.
    public var channel: String
    /// The time at which the video was uploaded.
    public var published: Date
    /// The title of the video.
    public var title: String
    public var description: String
    /// The length of the video in seconds; 0 for a stream that is live or was announced.
    public var length: Double

    /// Creates a video on YouTube. The server has the video only if the video is also in ``HubWorld/stored``, or once a reconcile has found
    /// it.
    public init(
      _ id: String, channel: String, published: Date, title: String, description: String = "", length: Double = 600
    ) {
      (self.id, self.channel, self.published, self.title) = (id, channel, published, title)
      (self.description, self.length) = (description, length)
    }
  }

  /// The videos on YouTube, whether or not the server has stored them.
  public var uploads: [Upload] = []
  /// The ids of the channels of each user, by user id. The server has already looked up the playlists of these channels.
  public var users: [String: [String]] = [:]
  /// The ids of the videos that the server has stored with all details at the start.
  public var stored: Set<String> = []

  /// Creates a world without videos and users.
  public init() {}

  /// Adds a video to YouTube.
  /// - Parameter isStored: whether the server has stored the video from the start.
  public mutating func add(_ upload: Upload, isStored: Bool = true) {
    uploads.append(upload)
    if isStored { stored.insert(upload.id) }
  }
}

extension HubWorld {
  /// The id of the first user of ``sample``.
  public static let sampleUser = "0d6f2c0e-5b0e-4c7e-9c55-0b1c5d1f7a11"
  /// The id of the second user of ``sample``.
  public static let otherUser = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
  /// The id of a channel in ``sample``, registered by ``sampleUser``.
  public static let workshop = "UCworkshop-AAAAAAAAAAAAA"
  /// The id of a channel in ``sample``, registered by ``sampleUser`` and ``otherUser``.
  public static let kitchen = "UCkitchen_BBBBBBBBBBBBBB"
  /// The id of a channel in ``sample`` with two videos that the server has not stored. No user has registered the channel.
  public static let harbour = "UCharbourCCCCCCCCCCCCCCC"

  /// A world with two users and three channels. Its videos were published in the days before 22 November 2026, which is the start time of a
  /// `ManualClock`. Among them are long and short videos, a live stream, and a video of thirty-six hours.
  public static let sample: HubWorld = .sample(at: ManualClock.defaultStart)

  /// Returns the world of ``sample`` with its publication dates moved, so that `now` takes the place of the sample's start time.
  public static func sample(at now: Date) -> HubWorld {
    var world = HubWorld()
    func add(
      _ id: String, _ channel: String, hoursAgo: Double, _ title: String, _ description: String = "", length: Double
    ) {
      let published = now.addingTimeInterval(-3600 * hoursAgo)
      let upload = Upload(
        id, channel: channel, published: published, title: title, description: description, length: length)
      world.add(upload, isStored: channel != harbour)
    }
    add("wkshopPlane", workshop, hoursAgo: 20, "Sharpening a plane iron", "Stones, angles and patience.", length: 754)
    add("wkshopShort", workshop, hoursAgo: 44, "One clean cut", length: 42)
    let bench = "Part 1 of 3.\nTimber list below."
    add("wkshopBench", workshop, hoursAgo: 68, "A bench in a weekend", bench, length: 3723)
    add("wkshopRelay", workshop, hoursAgo: 92, "36 hours at the lathe", length: 129_600)
    let rye = "Why \"C\" flour? <read on> & enjoy"
    add("kitchenRye1", kitchen, hoursAgo: 26, "Rye for beginners – Größe M 🍞", rye, length: 1205)
    add("kitchenLive", kitchen, hoursAgo: 30, "LIVE: Sunday soup", length: 0)
    add("kitchenTimr", kitchen, hoursAgo: 50, "Timing is everything", length: 10.5)
    add("harbourFog1", harbour, hoursAgo: 10, "Fog at six", length: 300)
    add("harbourFog2", harbour, hoursAgo: 34, "Fog at seven", length: 301)
    world.users[sampleUser] = [workshop, kitchen]
    world.users[otherUser] = [kitchen]
    return world
  }

  /// The id of the only user of ``sparse``.
  public static let sparseUser = "3f1d7a60-2c0e-4b2f-8f57-5f8a7f2b9c01"

  /// A world that differs from ``sample``: it has one user, one channel and one old video.
  public static let sparse: HubWorld = {
    var world = HubWorld()
    let channel = "UCislandDDDDDDDDDDDDDDDD"
    world.add(
      Upload(
        "islandRain1", channel: channel, published: ManualClock.defaultStart.addingTimeInterval(-9_000_000),
        title: "Rain, one take", length: 0))
    world.users[sparseUser] = [channel]
    return world
  }()
}
