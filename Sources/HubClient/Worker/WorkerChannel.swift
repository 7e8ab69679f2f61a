public import Foundation
import MediaCore

/// A channel whose videos the Worker collects. Only ``channelId`` is required.
public struct WorkerChannel: Codable, Hashable, Sendable, Identifiable {
  /// The channel's id at YouTube, such as `UC…`.
  public var channelId: String
  /// The name of the channel; nil until the Worker has looked it up.
  public var title: String?
  /// The address of the picture as the Worker sends it. Use ``thumbnailURL``, which is nil if this is not a web address.
  public var thumbnailUrl: String?

  public var id: String { channelId }

  /// The name of the channel, or its id if it has no name.
  public var displayTitle: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? channelId }

  /// The address of the channel's picture. Nil if the Worker sends no address, or an address that is neither http nor https.
  public var thumbnailURL: URL? { thumbnailUrl.flatMap(VideoLinks.web) }

  /// Creates a channel.
  public init(channelId: String, title: String? = nil, thumbnailUrl: String? = nil) {
    (self.channelId, self.title, self.thumbnailUrl) = (channelId, title, thumbnailUrl)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(
      channelId: try members.requireID(.channelId), title: members[.title], thumbnailUrl: members[.thumbnailUrl])
  }
}

/// `{"channels":[…]}`
struct WorkerChannelList: Decodable, Sendable {
  let channels: [WorkerChannel]

  enum CodingKeys: String, CodingKey { case channels }

  init(from decoder: any Decoder) throws {
    let list: LossyList<WorkerChannel> = try decoder.lenient(CodingKeys.self).require(.channels)
    channels = list.elements
  }
}

/// The Worker's answer to a registration.
public struct WorkerRegistration: Codable, Hashable, Sendable {
  /// The number of ids in the request that remained after the server had cleaned up the list.
  public var requested: Int?
  /// The number of requested channels that were new to the Worker.
  public var inserted: Int?
  /// The number of requested channels that the Worker already had.
  public var alreadyPresent: Int?
  /// The number of all channels on the server.
  public var totalChannels: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    requested = members[.requested]
    inserted = members[.inserted]
    alreadyPresent = members[.alreadyPresent]
    totalChannels = members[.totalChannels]
  }
}
