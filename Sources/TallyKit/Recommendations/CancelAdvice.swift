public import Foundation
public import MediaCore

/// Advice about services that could be cancelled. The prices are constants of the server, not the prices that the user pays.
public struct CancelAdvice: Codable, Hashable, Sendable {
  /// Services that could be cancelled, the largest saving first.
  public var recommendations: [CancelHint]
  /// The possible saving per month through all recommendations together, in the currency of the server's prices.
  public var totalPotentialSavings = 0.0
  /// The number of the user's services that the server has examined.
  public var servicesAnalyzed = 0
  /// When the server computed this response.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
  public init(recommendations: [CancelHint]) { self.recommendations = recommendations }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendations = try members.requireList(.recommendations)
    totalPotentialSavings = members[.totalPotentialSavings] ?? 0
    servicesAnalyzed = members[.servicesAnalyzed] ?? 0
    timestamp = members[.timestamp]
  }
}

/// A service to cancel or to pause.
public struct CancelHint: Codable, Hashable, Sendable {
  /// The server's id of the streaming service.
  public var serviceId: ServiceID?
  /// The name of the streaming service to cancel or to pause.
  public var serviceName = ""
  /// The action that the advice proposes. Later servers may send other actions.
  public var type: AdviceKind?
  /// The server's reason for the advice, in English.
  public var reason: String?
  /// The money that the advice saves, as the server estimates it.
  public var potentialSavings: EstimatedSavings?
  /// The server's confidence in the advice, 0 to 1.
  public var confidence: Double?
  /// The number of shows that the user has completed on this service. Sent only with advice to cancel.
  public var showsCompleted: Int?
  /// The next content of the service. Sent only with advice to cancel. The value is always JSON null so far.
  public var nextContent: JSONValue?
  /// The date from which cancelling is safe. Sent only with advice to cancel.
  public var safeDate: Date?
  /// The number of the service's shows on the watchlist. Sent only with advice to pause.
  public var showsInWatchlist: Int?
  /// The server's sentence about the advice, in English. Sent only with advice to pause.
  public var recommendation: String?
  /// When to resume the subscription, in the server's words. Sent only with advice to pause.
  public var resumeWhen: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    serviceId = members[.serviceId]
    serviceName = members[.serviceName] ?? ""
    type = members[.type]
    reason = members[.reason]
    potentialSavings = members[.potentialSavings]
    confidence = members[.confidence]
    showsCompleted = members[.showsCompleted]
    nextContent = members[.nextContent]
    safeDate = members[.safeDate]
    showsInWatchlist = members[.showsInWatchlist]
    recommendation = members[.recommendation]
    resumeWhen = members[.resumeWhen]
  }
}

/// The action that a recommendation proposes.
public struct AdviceKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Cancel the subscription; on the wire `cancel`.
  public static let cancel = AdviceKind(rawValue: "cancel")
  /// Pause the subscription; on the wire `pause`.
  public static let pause = AdviceKind(rawValue: "pause")
  /// Keep the subscription; on the wire `keep`.
  public static let keep = AdviceKind(rawValue: "keep")
  /// Subscribe to the service; on the wire `subscribe`.
  public static let subscribe = AdviceKind(rawValue: "subscribe")
  /// Rotate between services, subscribing to a service only when it is needed; on the wire `rotate`.
  public static let rotate = AdviceKind(rawValue: "rotate")
}
