public import Foundation
import MediaCore

/// The TV guide, grouped by the service that the user chose for each show.
public struct Guide: Codable, Hashable, Sendable {
  /// The services in the server's order. Each service has the shows for which the user chose it.
  public var services: [GuideGroup]
  /// The number of shows in the guide. Shows without a chosen service are included in this number, but are missing in ``services``.
  public var totalShows = 0
  /// The number of episodes in the requested days. Episodes of shows without a chosen service are included in this number.
  public var totalEpisodes = 0

  /// Creates a value from its required members. All other members have their default values.
  public init(services: [GuideGroup]) { self.services = services }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    services = try members.requireList(.services)
    totalShows = members[.totalShows] ?? 0
    totalEpisodes = members[.totalEpisodes] ?? 0
  }
}

extension Guide {
  var isEmpty: Bool { services.isEmpty && totalShows == 0 }

  /// Whether the guide lacks episodes of shows that are in no group because no service was chosen for them. When all counted episodes are
  /// in groups, those shows have none on these days.
  var countsMoreThanItHas: Bool {
    let shows = services.flatMap(\.shows)
    let episodes = shows.reduce(0) { $0 + $1.upcomingEpisodes.count }
    return totalShows > shows.count && (totalEpisodes == 0 || totalEpisodes > episodes)
  }
}

/// A service with the shows for which the user chose it. Decoding requires `service`.
public struct GuideGroup: Codable, Hashable, Sendable, Identifiable {
  /// The service that the user chose for ``shows``.
  public var service: GuideService
  /// The shows that are chosen for this service.
  public var shows: [GuideShow] = []
  public var id: ProviderID { service.id }

  /// Creates a value from its required members. All other members have their default values.
  public init(service: GuideService) { self.service = service }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = try members.require(.service)
    shows = members.list(.shows)
  }
}

/// A streaming service in the guide. Decoding requires `id`.
public struct GuideService: Codable, Hashable, Sendable, Identifiable {
  /// The service's id: a number in the demo guide, a UUID in an account's guide.
  public var id: ProviderID
  /// The name of the service, as the server sends it.
  public var name = ""
  /// The absolute address of the service's logo, or an empty text if there is no logo.
  public var logo: String?
  /// The colour of the service as `#RRGGBB`.
  public var color: String?
  /// The colour for text on the background ``color``, in the notation of the web app, such as `#FFFFFF`.
  public var textColor: String?
  /// The address of the service's logo at TMDB's picture server; nil if the service has no logo.
  public var logoURL: URL? { ImageLink.logo(logo) }

  /// Creates a value from its required members. All other members have their default values.
  public init(id: ProviderID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    name = members[.name] ?? ""
    logo = members[.logo]
    color = members[.color]
    textColor = members[.textColor]
  }
}
