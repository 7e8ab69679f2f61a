/// The short reasons that this client puts into `ClientError.detail`. `ClientError.text(_:)` has a sentence for each.
public enum ShelfDetail {
  /// The detail of an `unsupported` error: the item has no audio.
  public static let noAudio = "noAudio"
  /// The detail of an `unsupported` error: the book is an ebook only, to be read and not to be played.
  public static let ebookOnly = "ebookOnly"
  /// The detail of an `unsupported` error: a podcast cannot be played itself, only its episodes.
  public static let podcastNeedsEpisode = "podcastNeedsEpisode"
  /// The detail of an `unsupported` error: the server is too old and lacks the route.
  public static let serverTooOld = "serverTooOld"
  /// The detail of an `unsupported` error: this device cannot play the format of the file. The server converts the item while it is streamed.
  public static let formatNotPlayable = "formatNotPlayable"
  /// The detail of an `undecodable` error: the answer has fewer bytes than the server's description of the file. A scan of the item on the
  /// server corrects a wrong description.
  public static let tooShort = "tooShort"
  /// The detail of an `undecodable` error: the answer is of another size than the file that the server describes.
  public static let wrongSize = "wrongSize"
  /// The detail of a `wrongServer` error, or of a `server` error with the server's message: text or another kind of media was sent instead
  /// of a file.
  public static let notTheFile = "notTheFile"
  /// The detail of an `undecodable` error: the answer is compressed although the uncompressed file was requested.
  public static let compressed = "compressed"
}
