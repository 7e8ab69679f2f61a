public import Foundation
import MediaTesting

/// What a ``FakeHubServer`` starts with: the uploads that YouTube has, the server's users, and what it has already stored.
public struct HubWorld: Sendable, Hashable {
  /// A video as YouTube has it.
  public struct Upload: Sendable, Hashable {
    public var id: String
    public var channel: String
    public var published: Date
    public var title: String
    public var description: String
    /// Seconds; 0 for a live or coming stream.
    public var length: Double

    public init(
      _ id: String, channel: String, published: Date, title: String, description: String = "", length: Double = 600
    ) {
      self.id = id
      self.channel = channel
      self.published = published
      self.title = title
      self.description = description
      self.length = length
    }
  }

  public var uploads: [Upload] = []
  /// Channel ids by user id. Their playlists are resolved.
  public var users: [String: [String]] = [:]
  /// Ids of uploads that the server has stored, with all their details.
  public var stored: Set<String> = []

  public init() {}

  /// Adds an upload.
  /// - Parameter isStored: whether the server knows it from the start.
  public mutating func add(_ upload: Upload, isStored: Bool = true) {
    uploads.append(upload)
    if isStored { stored.insert(upload.id) }
  }
}

extension HubWorld {
  public static let sampleUser = "0d6f2c0e-5b0e-4c7e-9c55-0b1c5d1f7a11"
  public static let otherUser = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
  /// The channels of ``sampleUser``.
  public static let workshop = "UCworkshop-AAAAAAAAAAAAA"
  public static let kitchen = "UCkitchen_BBBBBBBBBBBBBB"
  /// A channel nobody has registered, with two uploads.
  public static let harbour = "UCharbourCCCCCCCCCCCCCCC"

  /// Two users and three channels around 22 November 2026, where a ``ManualClock`` starts: long and short videos, a live
  /// stream, and one of thirty-six hours.
  public static let sample: HubWorld = .sample(at: ManualClock.defaultStart)

  /// ``sample`` as it would be at another moment.
  public static func sample(at now: Date) -> HubWorld {
    var world = HubWorld()
    func hours(_ count: Double) -> Date { now.addingTimeInterval(-3600 * count) }
    world.add(
      Upload(
        "wkshopPlane", channel: workshop, published: hours(20), title: "Sharpening a plane iron",
        description: "Stones, angles and patience.", length: 754))
    world.add(Upload("wkshopShort", channel: workshop, published: hours(44), title: "One clean cut", length: 42))
    world.add(
      Upload(
        "wkshopBench", channel: workshop, published: hours(68), title: "A bench in a weekend",
        description: "Part 1 of 3.\nTimber list below.", length: 3723))
    world.add(
      Upload("wkshopRelay", channel: workshop, published: hours(92), title: "36 hours at the lathe", length: 129_600))
    world.add(
      Upload(
        "kitchenRye1", channel: kitchen, published: hours(26), title: "Rye for beginners – Größe M 🍞",
        description: "Why \"C\" flour? <read on> & enjoy", length: 1205))
    world.add(Upload("kitchenLive", channel: kitchen, published: hours(30), title: "LIVE: Sunday soup", length: 0))
    world.add(
      Upload("kitchenTimr", channel: kitchen, published: hours(50), title: "Timing is everything", length: 10.5))
    world.add(
      Upload("harbourFog1", channel: harbour, published: hours(10), title: "Fog at six", length: 300), isStored: false)
    world.add(
      Upload("harbourFog2", channel: harbour, published: hours(34), title: "Fog at seven", length: 301), isStored: false
    )
    world.users[sampleUser] = [workshop, kitchen]
    world.users[otherUser] = [kitchen]
    return world
  }
}
