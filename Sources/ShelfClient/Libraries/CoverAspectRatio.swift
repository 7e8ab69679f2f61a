/// The shape in which a library's covers are shown. Open: a number that a later server adds is kept.
public struct CoverAspectRatio: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// 1.6 : 1, as high as a book.
  public static let standard = CoverAspectRatio(rawValue: 0)
  public static let square = CoverAspectRatio(rawValue: 1)
}
