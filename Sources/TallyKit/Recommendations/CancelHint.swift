public import Foundation
public import MediaCore

/// A service to cancel or to pause.
public struct CancelHint: Codable, Hashable, Sendable {
  public var serviceId: ServiceID?
  public var serviceName: String
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

  public init(
    serviceId: ServiceID? = nil, serviceName: String = "", type: AdviceKind? = nil, reason: String? = nil,
    potentialSavings: PotentialSavings? = nil, confidence: Double? = nil, showsCompleted: Int? = nil,
    nextContent: JSONValue? = nil, safeDate: Date? = nil, showsInWatchlist: Int? = nil, recommendation: String? = nil,
    resumeWhen: String? = nil
  ) {
    self.serviceId = serviceId
    self.serviceName = serviceName
    self.type = type
    self.reason = reason
    self.potentialSavings = potentialSavings
    self.confidence = confidence
    self.showsCompleted = showsCompleted
    self.nextContent = nextContent
    self.safeDate = safeDate
    self.showsInWatchlist = showsInWatchlist
    self.recommendation = recommendation
    self.resumeWhen = resumeWhen
  }
}

extension CancelHint {
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
