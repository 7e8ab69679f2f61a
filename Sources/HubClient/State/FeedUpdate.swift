/// What a fetch brought.
public struct FeedUpdate: Sendable, Hashable {
  /// Videos of wanted channels that this device had not seen.
  public var unseen: [String]
  /// Nothing was known before: then everything is unseen, and nothing new.
  public var wasEmpty: Bool
  public var isTruncated: Bool
  /// Gaps that this fetch found.
  public var gaps: [FeedGap]

  public init(unseen: [String] = [], wasEmpty: Bool = false, isTruncated: Bool = false, gaps: [FeedGap] = []) {
    self.unseen = unseen
    self.wasEmpty = wasEmpty
    self.isTruncated = isTruncated
    self.gaps = gaps
  }
}
