public import MediaCore

/// The server's word for how it is. The oldest servers write it with a capital letter, in plain text.
public struct HealthStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let healthy = HealthStatus(rawValue: "healthy")
  public static let degraded = HealthStatus(rawValue: "degraded")
  public static let unhealthy = HealthStatus(rawValue: "unhealthy")
}
