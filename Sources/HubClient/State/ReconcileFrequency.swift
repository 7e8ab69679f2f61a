/// How often a server is asked to look for new videos by itself. Never more often than every 15 minutes, which is also the
/// pause that holds when somebody pulls, whatever the setting.
public struct ReconcileFrequency: Sendable, Hashable, Codable, CaseIterable {
  /// Seconds; nil for only when somebody asks or pulls.
  public let interval: Double?

  /// The shortest pause, in seconds. The server has no such rule: it is the client's to keep.
  public static let minimum = 900.0

  private init(interval: Double?) { self.interval = interval }

  /// Brought up to 15 minutes.
  public static func every(seconds: Double) -> ReconcileFrequency {
    ReconcileFrequency(interval: seconds.isFinite ? max(minimum, seconds) : minimum)
  }

  public static let manual = ReconcileFrequency(interval: nil)
  public static let quarterHour = every(seconds: 900)
  public static let halfHour = every(seconds: 1800)
  public static let hour = every(seconds: 3600)
  public static let sixHours = every(seconds: 21_600)

  /// What a settings screen offers.
  public static let allCases: [ReconcileFrequency] = [.manual, .quarterHour, .halfHour, .hour, .sixHours]

  /// Seconds; 0 for manual.
  public init(from decoder: any Decoder) throws {
    let seconds = try decoder.singleValueContainer().decode(Double.self)
    self = seconds == 0 ? .manual : .every(seconds: seconds)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(interval ?? 0)
  }
}
