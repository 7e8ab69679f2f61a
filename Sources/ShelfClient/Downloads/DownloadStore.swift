public import MediaCore

/// The store of downloaded books and episodes, for listening without a network.
///
/// ``download(_:title:)`` needs no network, and the queued download is durable when the call returns. Several downloads run at the same
/// time. After a lost connection or a relaunch, a download continues after the bytes that it has received. A file is downloaded from its
/// start again only if the file has changed on the server. A download becomes complete only after the sizes of all its files were checked.
/// Downloads belong to one account on one server. Every sign-out erases the downloads, since they can be downloaded again.
///
/// ```swift
/// try await shelf.downloads.download(id)
/// let token = shelf.downloads.observeProgress { print($0.receivedBytes) }
/// let tracks = await shelf.downloads.localTracks(of: id)  // file addresses, once it is complete
/// ```
/// No file is requested before the app first calls a method, so call ``start()`` when the app starts. All services of a process for the
/// same server and folder share the downloads. Each service sends the requests for the downloads that were requested through it, with its
/// own transport, options and roles.
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

  /// Returns the download of a book or an episode; nil if the item has no download.
  /// - Throws: `signedOut`, `storage`.
  public func download(of id: PlayableID) async throws(ClientError) -> LocalDownload? {
    try await engine.download(of: id)
  }

  /// Returns the number of bytes that all downloads together take on this device.
  /// - Throws: `signedOut`, `storage`.
  public func usedBytes() async throws(ClientError) -> Int { try await engine.usedBytes() }

  /// Calls `changed` after each change of the downloads that ``all()`` returns, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { engine.observe(changed) }

  /// Calls `changed` with the progress of a download, about four times for each megabyte that arrives, until the returned token is
  /// released.
  public func observeProgress(_ changed: @escaping @Sendable (DownloadProgress) -> Void) -> ObservationToken {
    engine.observeProgress(changed)
  }

  /// Returns the audio tracks of a complete download, with durations and offsets. ``AudioTrack/contentUrl`` of a track is the URL of the
  /// file on this device. Nil if the download is not complete, or has no audio. Sets ``LocalDownload/openedAt`` of the download to now.
  public func localTracks(of id: PlayableID) async -> [AudioTrack]? { await engine.localTracks(of: id) }

  // MARK: Changing

  /// Sets the MIME types of audio that this device can play, until the process ends. If an item has audio of another type, its download
  /// then fails with `unsupported` and the detail ``ShelfDetail/formatNotPlayable``, instead of filling the disk with files that cannot be
  /// played. ``PlayerViewModel`` sets the types of its engine.
  /// - Parameter types: MIME types such as `audio/mpeg`. If nil, every type is downloaded, as before the first call.
  public func setPlayableTypes(_ types: [String]?) { engine.playableTypes.withLock { $0 = types } }

  /// Resumes the downloads that were running or waiting when the app last ended, removes files that belong to no download, and applies the
  /// rules (see ``applyRules()``).
  public func start() async { await engine.start(by: lane) }

  /// Queues a book or an episode for download, with its ebook if it has one. The call needs no network, and the queued download is durable
  /// when the call returns.
  ///
  /// If the item has a download already, the call resumes that download. If the download is complete, files that are missing or truncated
  /// are downloaded again. If a rule had started the download, its ``LocalDownload/reason`` becomes ``DownloadReason/byHand``.
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

  /// Pauses a running or waiting download until ``resume(_:)`` is called. The bytes that were received stay on this device.
  /// - Throws: `signedOut`, `storage`.
  public func pause(_ id: PlayableID) async throws(ClientError) { try await engine.pause(id) }

  /// Resumes a download that was paused or has failed. The download runs after the downloads that are already in the queue.
  /// - Throws: `signedOut`, `storage`.
  public func resume(_ id: PlayableID) async throws(ClientError) { try await engine.resume(id, by: lane) }

  /// Removes a download, complete or not, and its files. No rule downloads the item again, except ``DownloadRules/downloadsPlayed`` if the
  /// user plays the item later.
  /// - Throws: `signedOut`; `storage` if files could not be removed. These files are removed at the next launch.
  public func remove(_ id: PlayableID) async throws(ClientError) { try await engine.remove(id) }

  /// Removes every download and its files.
  /// - Throws: `signedOut`, `storage`.
  public func removeAll() async throws(ClientError) { try await engine.removeAll() }

  /// Returns the current account's settings for downloads on this device.
  /// - Throws: `signedOut`, `storage`.
  public func settings() async throws(ClientError) -> DownloadSettings { try await engine.settings() }

  /// Changes the settings for downloads. If the downloads exceed the new budget, downloads of finished items are removed at once. Other
  /// downloads stay; see ``DownloadSettings/budget``.
  /// - Throws: `signedOut`, `storage`.
  public func setSettings(_ settings: DownloadSettings) async throws(ClientError) {
    try await engine.setSettings(settings)
  }

  /// The part of an exported file that holds the settings.
  var moved: MovedPart { engine.moved }

  /// Waits until no download is running. Every download is then complete, paused, failed or waiting. Also returns if the calling task is
  /// cancelled. For tests and examples.
  public func settled() async { await engine.settled() }

  /// Sets the bytes of one request, and the bytes that are collected before they are written.
  func setSizes(range: Int, block: Int) async { await engine.setSizes(range: range, block: block) }

  /// The downloads as they are stored.
  var records: AccountCache<[String: DownloadRecord]> { engine.records }
}
