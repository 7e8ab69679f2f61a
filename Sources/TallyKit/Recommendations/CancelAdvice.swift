public import Foundation
public import MediaCore

/// Which services could be given up. Prices are constants of the server, not the user's.
public struct CancelAdvice: Codable, Hashable, Sendable {
  public var recommendations: [CancelHint]
  public var totalPotentialSavings: Double
  public var servicesAnalyzed: Int
  public var timestamp: Date?

  public init(
    recommendations: [CancelHint], totalPotentialSavings: Double = 0, servicesAnalyzed: Int = 0, timestamp: Date? = nil
  ) {
    self.recommendations = recommendations
    self.totalPotentialSavings = totalPotentialSavings
    self.servicesAnalyzed = servicesAnalyzed
    self.timestamp = timestamp
  }

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
  public var potentialSavings: PotentialSavings?
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

/// The savings that a hint promises.
public struct PotentialSavings: Codable, Hashable, Sendable {
  public var monthly: Double?
  public var annual: Double?
  public var shortTerm: Double?

  public init(monthly: Double? = nil, annual: Double? = nil, shortTerm: Double? = nil) {
    self.monthly = monthly
    self.annual = annual
    self.shortTerm = shortTerm
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    monthly = members[.monthly]
    annual = members[.annual]
    shortTerm = members[.shortTerm]
  }
}

/// The answer to feedback, which the server only logs.
public struct FeedbackReceipt: Codable, Hashable, Sendable {
  public var message: String?
  public var recommendationId: String?
  public var action: FeedbackAction?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message]
    recommendationId = members[.recommendationId]
    action = members[.action]
  }
}
