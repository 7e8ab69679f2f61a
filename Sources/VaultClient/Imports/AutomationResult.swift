import MediaCore

/// Whether a library is imported by itself from now on.
public struct AutomationResult: Codable, Hashable, Sendable {
  public var success: Bool
  public var message: String
  public var isAutomated: Bool

  public init(success: Bool = false, message: String = "", isAutomated: Bool = false) {
    self.success = success
    self.message = message
    self.isAutomated = isAutomated
  }

  enum CodingKeys: String, CodingKey {
    case success
    case message
    case isAutomated = "is_automated"
  }
}

extension AutomationResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    isAutomated = members.flag(.isAutomated) ?? false
  }
}
