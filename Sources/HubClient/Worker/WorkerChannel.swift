public import Foundation
import MediaCore

/// A channel that the Worker watches. Required: ``channelId``.
public struct WorkerChannel: Codable, Hashable, Sendable, Identifiable {
  public var channelId: String
  public var title: String?
  public var thumbnailUrl: String?

  public var id: String { channelId }

  /// The title, or the id where there is none.
  public var displayTitle: String { title.flatMap { $0.isEmpty ? nil : $0 } ?? channelId }

  public var thumbnailURL: URL? { thumbnailUrl.flatMap(VideoLinks.web) }

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
  /// After the server's own cleaning-up.
  public var requested: Int?
  public var inserted: Int?
  public var alreadyPresent: Int?
  /// Of the whole server.
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
