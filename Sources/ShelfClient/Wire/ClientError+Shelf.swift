/// The short reasons that this client puts into `ClientError.detail`. `ClientError.text(_:)` has a sentence for each.
public enum ShelfDetail {
  /// `unsupported`: the item has no audio.
  public static let noAudio = "noAudio"
  /// `unsupported`: the book is an ebook only, to be read and not to be played.
  public static let ebookOnly = "ebookOnly"
  /// `unsupported`: a podcast is played by its episodes.
  public static let podcastNeedsEpisode = "podcastNeedsEpisode"
  /// `unsupported`: the server is too old and lacks the route.
  public static let serverTooOld = "serverTooOld"
  /// `undecodable`: the answer has fewer bytes than the server's description of the file. A scan of the item on the server corrects a
  /// wrong description.
  public static let tooShort = "tooShort"
  /// `undecodable`: the answer is of another size than the file that the server describes.
  public static let wrongSize = "wrongSize"
  /// `wrongServer`, or `server` with its message: text or another kind of media was sent instead of a file.
  public static let notTheFile = "notTheFile"
  /// `undecodable`: the answer is compressed although the uncompressed file was requested.
  public static let compressed = "compressed"
}
