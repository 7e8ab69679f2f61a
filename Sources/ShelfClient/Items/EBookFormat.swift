public import MediaCore

/// The format of an ebook.
public struct EBookFormat: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let epub = EBookFormat(rawValue: "epub")
  public static let pdf = EBookFormat(rawValue: "pdf")
  public static let mobi = EBookFormat(rawValue: "mobi")
  public static let azw3 = EBookFormat(rawValue: "azw3")
  public static let cbr = EBookFormat(rawValue: "cbr")
  public static let cbz = EBookFormat(rawValue: "cbz")
}
