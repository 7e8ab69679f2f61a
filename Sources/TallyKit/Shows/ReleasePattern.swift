public import MediaCore

/// The release pattern of a season. The server sends the pattern either as an object with a confidence, or as a plain text.
public struct ReleasePattern: Hashable, Sendable {
  /// The release pattern: weekly, all at once, or unknown.
  public var kind: PatternKind
  /// The server's confidence in the pattern, 0…1. Nil if the server sent the pattern as a plain text; the value can then be in
  /// ``ShowAnalysis/confidence``.
  public var confidence: Double?

  /// Creates a pattern.
  /// - Parameter confidence: the server's confidence in the pattern, 0 to 1; nil if the server does not send it.
  public init(kind: PatternKind, confidence: Double? = nil) {
    self.kind = kind
    self.confidence = confidence
  }
}

extension ReleasePattern: Codable {
  private enum CodingKeys: String, CodingKey { case pattern, confidence }

  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(PatternKind.self) {
      self.init(kind: word)
    } else {
      let members = try decoder.lenient(CodingKeys.self)
      self.init(kind: try members.require(.pattern), confidence: members[.confidence])
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard let confidence else { return try kind.encode(to: encoder) }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(kind, forKey: .pattern)
    try members.encode(confidence, forKey: .confidence)
  }
}

extension ShowAnalysis {
  /// The release pattern of the analysed season. Its confidence is the one that the server sent inside the pattern or beside the pattern.
  /// Nil if the pattern is missing or `unknown`.
  public var knownPattern: ReleasePattern? { ReleasePattern.known(pattern, confidence) }
}

extension SeasonInfo {
  /// The release pattern of the season. Its confidence is the one that the server sent inside the pattern or beside the pattern. Nil if the
  /// pattern is missing or `unknown`.
  public var knownPattern: ReleasePattern? { ReleasePattern.known(pattern, confidence) }
}

extension ReleasePattern {
  fileprivate static func known(_ pattern: ReleasePattern?, _ confidence: Double?) -> ReleasePattern? {
    guard let pattern, pattern.kind != .unknown else { return nil }
    return ReleasePattern(kind: pattern.kind, confidence: pattern.confidence ?? confidence)
  }

  /// The text of a badge for the pattern, such as `WEEKLY 95%`. The text contains the confidence if it is known.
  public var badge: String {
    let word = kind.rawValue.uppercased()
    guard let confidence, confidence.isFinite else { return word }
    return "\(word) \(Int((min(max(confidence, 0), 1) * 100).rounded()))%"
  }
}

/// The way in which the episodes of a season are released.
public struct PatternKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// One episode a week; on the wire `weekly`.
  public static let weekly = PatternKind(rawValue: "weekly")
  /// All episodes at once; on the wire `binge`.
  public static let binge = PatternKind(rawValue: "binge")
  /// The pattern is not known; on the wire `unknown`.
  public static let unknown = PatternKind(rawValue: "unknown")
}
