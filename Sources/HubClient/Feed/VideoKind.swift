/// What kind of video a length says it is.
public enum VideoKind: String, Sendable, Hashable, CaseIterable {
  /// Live, or announced: length zero.
  case live
  /// Above zero and below a minute.
  case short
  case regular
  /// No length known (yet): may be any of them.
  case unknown
}
