/// The values of `ClientError.detail` for errors of this client. `ClientError.text(_:)` returns a sentence for each of them.
public enum ShelfDetail {
  /// The detail of a `signedOut` error on the sign-in screen: the API key is not valid, has expired, or was disabled.
  public static let wrongKey = "wrongKey"
  /// The detail of an `unsupported` error: the item has no audio.
  public static let noAudio = "noAudio"
  /// The detail of an `unsupported` error: the book is only an ebook and has no audio to play.
  public static let ebookOnly = "ebookOnly"
  /// The detail of an `unsupported` error: the id of a podcast was used to play, but only a podcast's episodes can be played.
  public static let podcastNeedsEpisode = "podcastNeedsEpisode"
  /// The detail of an `unsupported` error: the server's version is too old for this request.
  public static let serverTooOld = "serverTooOld"
  /// The detail of an `unsupported` error: this device cannot play the format of the file. A stream of the item can be played, because the
  /// server converts it.
  public static let formatNotPlayable = "formatNotPlayable"
  /// The detail of an `undecodable` error: the response has fewer bytes than the size that the server has stored for the file. If the
  /// stored size is wrong, a scan of the item on the server corrects it.
  public static let tooShort = "tooShort"
  /// The detail of an `undecodable` error: the size of the response differs from the size that the server has stored for the file.
  public static let wrongSize = "wrongSize"
  /// The detail of a `wrongServer` error, or of a `server` error with the server's message: the response is text, or another type of media,
  /// instead of the requested file.
  public static let notTheFile = "notTheFile"
  /// The detail of an `undecodable` error: the response is compressed, although the uncompressed file was requested.
  public static let compressed = "compressed"
  /// The detail of a `notFound` error of ``ShelfIntents``: no item is open in the player.
  public static let nothingOpen = "nothingOpen"
  /// The detail of a `notFound` error of ``ShelfIntents``: the account has no item in progress.
  public static let nothingToPlay = "nothingToPlay"
  /// The detail of a `notFound` error of ``ShelfIntents``: the Latest tab has no unfinished episode.
  public static let nothingNew = "nothingNew"
  /// The detail of an `unsupported` error of ``ShelfIntents``: episodes have no bookmarks.
  public static let booksOnly = "booksOnly"
}
