import MediaCore

/// Several shows analysed at once.
public struct BatchAnalysis: Codable, Hashable, Sendable {
  public var country: String
  public var totalRequested: Int
  public var totalAnalyzed: Int
  public var results: [BatchResult]

  public init(country: String = "", totalRequested: Int = 0, totalAnalyzed: Int = 0, results: [BatchResult]) {
    self.country = country
    self.totalRequested = totalRequested
    self.totalAnalyzed = totalAnalyzed
    self.results = results
  }
}

extension BatchAnalysis {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    country = members[.country] ?? ""
    totalRequested = members[.totalRequested] ?? 0
    totalAnalyzed = members[.totalAnalyzed] ?? 0
    results = try members.requireList(.results)
  }
}
