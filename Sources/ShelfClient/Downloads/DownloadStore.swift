public import MediaCore

/// Downloads books and episodes to this device, for listening without a network.
///
/// ``download(_:title:)`` needs no network, and the request is durable when the call returns. Several downloads run at one time. After a
/// lost connection or the end of the process, a download continues after the bytes that it has. It starts a file over only if that file
/// changed on the server. A download becomes complete in one step, after the size of each file was checked. Downloads belong to one account
/// on one server. Every sign-out erases them, since they can be downloaded again.
///
/// ```swift
/// try await shelf.downloads.download(id)
/// let token = shelf.downloads.observeProgress { print($0.receivedBytes) }
/// let tracks = await shelf.downloads.localTracks(of: id)  // file addresses, once it is complete
/// ```
/// No file is requested before the app's first call: call ``start()`` when the app starts. All services of a process for the same server
/// and folder share the downloads. A service sends the requests for the downloads that were asked for through it, with its own transport,
/// options and roles.
public struct DownloadStore: Sendable {
  /// The downloads, which all services of this server and folder in the process share.
  let engine: DownloadEngine
  let lane: MediaLane

  init(client: ServiceClient, roles: ShelfRoles, progress: ListeningProgressStore) {
    engine = .shared(client: client, progress: progress)
    lane = MediaLane(client: client, roles: roles)
    engine.lanes.add(lane)
  }

  // MARK: Reading

  /// Returns every download of the current account as stored on this device, in the order of the download queue.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [LocalDownload] { try await engine.all() }

  /// Returns the download of a book or an episode; nil if there is none.
  /// - Throws: `signedOut`, `storage`.
  public func download(of id: PlayableID) async throws(ClientError) -> LocalDownload? {
    try await engine.download(of: id)
  }

  /// Returns the number of bytes that all downloads together take on this device.
  /// - Throws: `signedOut`, `storage`.
  public func usedBytes() async throws(ClientError) -> Int { try await engine.usedBytes() }

  /// Calls `changed` after each change of the downloads that ``all()`` returns, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { engine.observe(changed) }

  /// Calls `changed` about four times for each megabyte that arrives, until the token is released.
  public func observeProgress(_ changed: @escaping @Sendable (DownloadProgress) -> Void) -> ObservationToken {
    engine.observeProgress(changed)
  }

  /// Returns the tracks of a complete download, with durations and offsets; ``AudioTrack/contentUrl`` is the address of the file on this
  /// device. Nil if the download is not complete, or has no audio. Sets the download's ``LocalDownload/openedAt``.
  public func localTracks(of id: PlayableID) async -> [AudioTrack]? { await engine.localTracks(of: id) }

  // MARK: Changing

  /// Sets the MIME types of audio that this device plays, until the process ends. A download of an item with other audio then fails with
  /// `unsupported` and the detail ``ShelfDetail/formatNotPlayable`` instead of filling the disk with files that cannot be played.
  /// ``PlayerViewModel`` sets the types of its engine.
  /// - Parameter types: types such as `audio/mpeg`; nil, as before the first call, to download every type.
  public func setPlayableTypes(_ types: [String]?) { engine.playableTypes.withLock { $0 = types } }

  /// Resumes the downloads that were running or waiting when the app ended, removes files that belong to no download, and applies the
  /// rules: see ``applyRules()``.
  public func start() async { await engine.start(by: lane) }

  /// Queues a book or an episode for download, with its ebook if it has one. The call needs no network, and the queued download is durable
  /// when the call returns.
  ///
  /// If the item has a download already, the call resumes it. If the download is complete, files that are missing or truncated are
  /// downloaded again. If a rule had started the download, its ``LocalDownload/reason`` becomes ``DownloadReason/byHand``.
  /// - Parameter title: the title to show until the server has sent the item's title.
  /// - Throws: `signedOut`; `storage`; `invalidRequest` for an id that no server can have.
  public func download(_ id: PlayableID, title: String = "") async throws(ClientError) {
    try await engine.download([(id, title)], of: nil, by: lane)
  }

  /// Queues books and episodes for download in their order, as ``download(_:title:)`` does for one of them. The downloads are durable
  /// together when the call returns.
  /// - Parameter titles: the titles to show until the server has sent the titles of the items.
  /// - Throws: `signedOut`; `storage`; `invalidRequest` for an id that no server can have. None of the items is queued then.
  public func download(_ ids: [PlayableID], titles: [PlayableID: String] = [:]) async throws(ClientError) {
    try await engine.download(ids.map { ($0, titles[$0] ?? "") }, of: nil, by: lane)
  }

  func download(_ items: [(id: PlayableID, title: String)], of owner: String?) async throws(ClientError) {
    try await engine.download(items, of: owner, by: lane)
  }

  /// Pauses a running or waiting download until it is resumed. The bytes received so far stay on this device.
  /// - Throws: `signedOut`, `storage`.
  public func pause(_ id: PlayableID) async throws(ClientError) { try await engine.pause(id) }

  /// Resumes a download that was paused or has failed. The download runs after the downloads that are already waiting.
  /// - Throws: `signedOut`, `storage`.
  public func resume(_ id: PlayableID) async throws(ClientError) { try await engine.resume(id, by: lane) }

  /// Removes a download, complete or not, and its files. No rule downloads the item again, except ``DownloadRules/downloadsPlayed`` when
  /// the item is played later.
  /// - Throws: `signedOut`; `storage` if files could not be removed: they are removed at the next launch.
  public func remove(_ id: PlayableID) async throws(ClientError) { try await engine.remove(id) }

  /// Removes every download and its files.
  /// - Throws: `signedOut`, `storage`.
  public func removeAll() async throws(ClientError) { try await engine.removeAll() }

  /// Returns the current account's settings for downloads on this device.
  /// - Throws: `signedOut`, `storage`.
  public func settings() async throws(ClientError) -> DownloadSettings { try await engine.settings() }

  /// Changes the settings for downloads. If the downloads exceed a smaller budget, those whose items are finished are removed at once, and
  /// no others: see ``DownloadSettings/budget``.
  /// - Throws: `signedOut`, `storage`.
  public func setSettings(_ settings: DownloadSettings) async throws(ClientError) {
    try await engine.setSettings(settings)
  }

  /// The part of an exported file that holds the settings.
  var moved: MovedPart { engine.moved }

  /// Returns when no download is running: each one is complete, paused, failed or waiting. Also returns if the calling task is cancelled.
  /// For tests and examples.
  public func settled() async { await engine.settled() }

  /// Sets the bytes of one request, and the bytes that are collected before they are written.
  func setSizes(range: Int, block: Int) async { await engine.setSizes(range: range, block: block) }

  /// The downloads as they are stored.
  var records: AccountCache<[String: DownloadRecord]> { engine.records }
}
