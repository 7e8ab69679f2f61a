public import MediaCore

/// The quality of a film's file. Show unknown ones like ``sd``.
public struct Quality: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let sd = Quality(rawValue: "SD")
  public static let hd = Quality(rawValue: "HD")
  public static let uhd = Quality(rawValue: "4K")
}
