public import MediaCore

/// The actions of a player that the user can request by voice, with a shortcut or with a button of the system: play, skip, set a sleep
/// timer, add a bookmark, mark as finished. Each action returns a sentence for the user, or throws an error with such a sentence
/// (`ClientError.text(_:)`).
///
/// Create the value once, with the app's only player, and pass it to the system at the app's launch:
///
/// ```swift
/// let intents = ShelfIntents(player: player)
/// let reply = try await intents.resume()
/// print(reply.sentence)  // Playing “The Salt Clock”.
/// ```
/// On Apple's systems, types such as `ResumeListeningIntent` connect the actions to App Intents. All actions belong to the account that is
/// signed in when they run.
@MainActor
public final class ShelfIntents {
  /// The longest time of ``skipForward(by:)``, ``skipBackward(by:)`` and ``setSleepTimer(minutes:)``.
  static let longest = Duration.seconds(86_400)

  /// The books and episodes from which the user can choose.
  public nonisolated let catalog: ListeningCatalog
  private let player: PlayerViewModel

  /// Creates the actions of a player. Sends no request.
  /// - Parameter player: the app's only player.
  public init(player: PlayerViewModel) {
    self.player = player
    catalog = ListeningCatalog(shelf: player.shelf)
  }

  /// The texts of the service, in which the sentences are written.
  public nonisolated var texts: Texts { catalog.shelf.client.environment.texts }

  // MARK: Playing

  /// Plays the unfinished item that the account has listened to last, on any device. Returns once the item is open.
  /// - Throws: `notFound` with the detail `nothingToPlay` if there is no such item; the error of opening it, such as `unreachable`; `signedOut`,
  ///   `storage`.
  @discardableResult
  public func resume() async throws(ClientError) -> IntentReply<PlayableID> {
    guard let id = try await player.resumeLast() else { throw failure(ShelfDetail.nothingToPlay) }
    return try await playing(id)
  }

  /// Plays the newest unfinished episode of the Latest tab. Returns once the episode is open.
  /// - Throws: `notFound` with the detail `nothingNew` if there is no such episode; the error of opening it; `signedOut`, `storage`.
  @discardableResult
  public func playLatest() async throws(ClientError) -> IntentReply<PlayableID> {
    guard let id = try await player.playLatest() else { throw failure(ShelfDetail.nothingNew) }
    return try await playing(id)
  }

  /// Plays a book or an episode at the account's position. Returns once the item is open.
  /// - Throws: the error of opening the item, such as `unreachable` if it is neither downloaded nor can be streamed; `signedOut`, `storage`.
  @discardableResult
  public func play(_ id: PlayableID) async throws(ClientError) -> IntentReply<PlayableID> {
    player.playAtOnce(id)
    return try await playing(id)
  }

  /// Skips forward in the open item.
  /// - Parameter seconds: 1…86,400; nil for the user's own setting (``PlayerViewModel/State/skipForward``).
  /// - Returns: the reply with the new position, in seconds.
  /// - Throws: `notFound` with the detail `nothingOpen` if no item is open; `invalidRequest` for an impossible number of seconds.
  @discardableResult
  public func skipForward(by seconds: Double? = nil) throws(ClientError) -> IntentReply<Double> {
    try skip(seconds ?? player.state.skipForward, 1)
  }

  /// Skips backward in the open item.
  /// - Parameter seconds: 1…86,400; nil for the user's own setting (``PlayerViewModel/State/skipBackward``).
  /// - Returns: the reply with the new position, in seconds.
  /// - Throws: `notFound` with the detail `nothingOpen` if no item is open; `invalidRequest` for an impossible number of seconds.
  @discardableResult
  public func skipBackward(by seconds: Double? = nil) throws(ClientError) -> IntentReply<Double> {
    try skip(seconds ?? player.state.skipBackward, -1)
  }

  private func skip(_ seconds: Double, _ direction: Double) throws(ClientError) -> IntentReply<Double> {
    try checkOpen()
    guard (1...Self.longest.seconds).contains(seconds) else { throw failure("seconds", .invalidRequest) }
    player.readEngine()
    player.seek(to: player.state.position + direction * seconds)
    return IntentReply(
      player.state.position, sentence: texts("shelf.intent.position", english: "At %@.", player.state.positionText))
  }

  // MARK: Sleep timer

  /// Sets a sleep timer that pauses the player after a time of playing.
  /// - Parameter minutes: 1…1,440.
  /// - Returns: the reply with the open item.
  /// - Throws: `notFound` with the detail `nothingOpen` if no item is open; `invalidRequest` for an impossible number of minutes.
  @discardableResult
  public func setSleepTimer(minutes: Int) throws(ClientError) -> IntentReply<PlayableID> {
    let id = try checkOpen()
    guard (1...Int(Self.longest.seconds / 60)).contains(minutes) else { throw failure("minutes", .invalidRequest) }
    player.setSleepTimer(.duration(Double(minutes) * 60))
    let sentence =
      minutes == 1
      ? texts("shelf.intent.sleep.minute", english: "The sleep timer is set to one minute.")
      : texts("shelf.intent.sleep.minutes", english: "The sleep timer is set to %@ minutes.", String(minutes))
    return IntentReply(id, sentence: sentence)
  }

  /// Sets a sleep timer that pauses the player at the end of the chapter, or at the end of an item without chapters.
  /// - Returns: the reply with the open item.
  /// - Throws: `notFound` with the detail `nothingOpen` if no item is open.
  @discardableResult
  public func setSleepTimerToChapterEnd() throws(ClientError) -> IntentReply<PlayableID> {
    let id = try checkOpen()
    player.setSleepTimer(.endOfChapter)
    let sentence =
      player.state.chapter == nil
      ? texts("shelf.intent.sleep.item", english: "Playing stops at the end of “%@”.", player.state.title)
      : texts("shelf.intent.sleep.chapter", english: "Playing stops at the end of the chapter.")
    return IntentReply(id, sentence: sentence)
  }

  // MARK: Marks

  /// Adds a bookmark at the current position of the open book. The bookmark is durable when the call returns, and is sent when the server can
  /// be reached.
  /// - Returns: the sentence for the user, which names the book.
  /// - Throws: `notFound` with the detail `nothingOpen` if no item is open; `unsupported` with the detail `booksOnly` if an episode is open;
  ///   `signedOut`, `storage`.
  @discardableResult
  public func addBookmark() async throws(ClientError) -> IntentReply<PlayableID> {
    let id = try checkOpen()
    guard let place = player.bookmarkHere() else { throw failure(ShelfDetail.booksOnly, .unsupported) }
    _ = try await player.shelf.bookmarkStore.create(
      place.title, at: place.time, in: id.libraryItemId, owner: player.current?.owner)
    return IntentReply(id, sentence: texts("shelf.intent.bookmark", english: "Bookmark added: %@.", place.title))
  }

  /// Marks a book or an episode as finished. The mark is durable when the call returns, and is sent when the server can be reached.
  /// - Parameter id: the item; nil for the open one.
  /// - Throws: `notFound` with the detail `nothingOpen` if `id` is nil and no item is open; `signedOut`, `storage`.
  @discardableResult
  public func markFinished(_ id: PlayableID? = nil) async throws(ClientError) -> IntentReply<PlayableID> {
    let open = player.current?.id
    guard let id = id ?? open else { throw failure(ShelfDetail.nothingOpen) }
    var title = id == open ? player.state.title : ""
    try await player.shelf.progressStore.markFinished(id)
    if title.isEmpty { title = (try? await catalog.keptTitle(of: id)) ?? "" }
    let sentence =
      title.isEmpty
      ? texts("shelf.intent.finished.unnamed", english: "Marked as finished.")
      : texts("shelf.intent.finished", english: "“%@” is marked as finished.", title)
    return IntentReply(id, sentence: sentence)
  }

  // MARK: Steps

  /// Waits until an item that was chosen is open.
  private func playing(_ id: PlayableID) async throws(ClientError) -> IntentReply<PlayableID> {
    let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = player.observe { _ in changed.yield() }
    defer { token.cancel() }
    for await _ in changes {
      guard player.chosen == id || player.opening == nil else { break }
      guard player.opening == nil else { continue }
      if player.current?.id == id, player.state.phase == .ready {
        return IntentReply(id, sentence: texts("shelf.intent.playing", english: "Playing “%@”.", player.state.title))
      }
      if let error = player.state.error { throw error }
      break
    }
    // The calling task was cancelled, or the user has chosen another item or signed out.
    throw .cancelled(.shelfIntent)
  }

  /// - Returns: the id of the open item.
  @discardableResult
  private func checkOpen() throws(ClientError) -> PlayableID {
    guard let id = player.current?.id, player.state.phase == .ready else { throw failure(ShelfDetail.nothingOpen) }
    return id
  }

  private func failure(_ detail: String, _ kind: ClientError.Kind = .notFound) -> ClientError {
    ClientError(kind, operation: .shelfIntent, detail: detail)
  }
}
