public import MediaCore

/// What a file of a library item is for.
public struct FileType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let image = FileType(rawValue: "image")
  public static let audio = FileType(rawValue: "audio")
  public static let ebook = FileType(rawValue: "ebook")
  public static let text = FileType(rawValue: "text")
  public static let metadata = FileType(rawValue: "metadata")
  public static let unknown = FileType(rawValue: "unknown")
}
