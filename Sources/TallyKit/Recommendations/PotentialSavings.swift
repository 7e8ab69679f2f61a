import MediaCore

/// What a hint could save.
public struct PotentialSavings: Codable, Hashable, Sendable {
  public var monthly: Double?
  public var annual: Double?
  public var shortTerm: Double?

  public init(monthly: Double? = nil, annual: Double? = nil, shortTerm: Double? = nil) {
    self.monthly = monthly
    self.annual = annual
    self.shortTerm = shortTerm
  }
}

extension PotentialSavings {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    monthly = members[.monthly]
    annual = members[.annual]
    shortTerm = members[.shortTerm]
  }
}
