/// The short reasons that this client puts into `ClientError.detail`. `ClientError.text(_:)` has a sentence for each.
public enum ShelfDetail {
  /// `unsupported`: the item has no audio.
  public static let noAudio = "noAudio"
  /// `unsupported`: the book is an ebook only, to be read and not to be played.
  public static let ebookOnly = "ebookOnly"
  /// `unsupported`: a podcast is played by its episodes.
  public static let podcastNeedsEpisode = "podcastNeedsEpisode"
  /// `unsupported`: this old server has no route for it.
  public static let serverTooOld = "serverTooOld"
  /// `undecodable`: the answer has fewer bytes than the server says of the file. A scan of the item on the server mends a wrong
  /// description.
  public static let tooShort = "tooShort"
  /// `undecodable`: the answer is of another size than the file that the server describes.
  public static let wrongSize = "wrongSize"
  /// `wrongServer`, or `server` with its message: text or another kind of media came in a file's place.
  public static let notTheFile = "notTheFile"
  /// `undecodable`: the answer is compressed although the file was asked for as it is.
  public static let compressed = "compressed"
}
