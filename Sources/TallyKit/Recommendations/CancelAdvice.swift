public import Foundation
public import MediaCore

/// Which services could be given up. Prices are constants of the server, not the user's.
public struct CancelAdvice: Codable, Hashable, Sendable {
  public var recommendations: [CancelHint]
  public var totalPotentialSavings = 0.0
  public var servicesAnalyzed = 0
  public var timestamp: Date?

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
  public var serviceId: ServiceID?
  public var serviceName = ""
  public var type: AdviceKind?
  public var reason: String?
  public var potentialSavings: EstimatedSavings?
  public var confidence: Double?
  /// Only to cancel.
  public var showsCompleted: Int?
  /// Only to cancel; always null today.
  public var nextContent: JSONValue?
  /// Only to cancel.
  public var safeDate: Date?
  /// Only to pause.
  public var showsInWatchlist: Int?
  /// Only to pause.
  public var recommendation: String?
  /// Only to pause.
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
