public import Foundation
import MediaCore

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
}

extension CancelAdvice {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    recommendations = try members.requireList(.recommendations)
    totalPotentialSavings = members[.totalPotentialSavings] ?? 0
    servicesAnalyzed = members[.servicesAnalyzed] ?? 0
    timestamp = members[.timestamp]
  }
}
