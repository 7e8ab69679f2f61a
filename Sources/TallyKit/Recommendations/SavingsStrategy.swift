import MediaCore

/// A way to save.
public struct SavingsStrategy: Codable, Hashable, Sendable {
  public var name: String
  public var description: String?
  public var monthlySavings: Double?
  public var annualSavings: Double?
  public var riskLevel: String?
  public var effort: String?

  public init(
    name: String = "", description: String? = nil, monthlySavings: Double? = nil, annualSavings: Double? = nil,
    riskLevel: String? = nil, effort: String? = nil
  ) {
    self.name = name
    self.description = description
    self.monthlySavings = monthlySavings
    self.annualSavings = annualSavings
    self.riskLevel = riskLevel
    self.effort = effort
  }
}

extension SavingsStrategy {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = members[.name] ?? ""
    description = members[.description]
    monthlySavings = members[.monthlySavings]
    annualSavings = members[.annualSavings]
    riskLevel = members[.riskLevel]
    effort = members[.effort]
  }
}
