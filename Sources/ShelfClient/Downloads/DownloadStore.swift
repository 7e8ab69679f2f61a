public import MediaCore

/// Books and episodes kept on this device, for listening without a network.
///
/// A request is durable when its call returns and needs no network. Several downloads run at one time. They resume where they were
/// (after a lost connection, a relaunch, a death of the process at any byte), start over only for a file that changed on the server,
/// and the size of each file is checked before a download becomes complete, in one step. Downloads belong to the account and the
/// server: every sign-out erases them, since they can be downloaded again.
///
/// ```swift
/// try await shelf.downloads.download(id)
/// let token = shelf.downloads.observeProgress { print($0.receivedBytes) }
/// let tracks = await shelf.downloads.localTracks(of: id)  // file addresses, once it is complete
/// ```
/// Nothing is fetched before the first call: call ``start()`` when the app starts. Services of a process over the same server and folder
/// share the downloads, and each one requests what was asked through it: through its own transport, options and roles.
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

  /// Every download of the current account, in the order of the queue, from this device alone.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [LocalDownload] { try await engine.all() }

  /// The download of a book or an episode; nil when there is none.
  /// - Throws: `signedOut`, `storage`.
  public func download(of id: PlayableID) async throws(ClientError) -> LocalDownload? {
    try await engine.download(of: id)
  }

  /// The number of bytes on this device, of all downloads together.
  /// - Throws: `signedOut`, `storage`.
  public func usedBytes() async throws(ClientError) -> Int { try await engine.usedBytes() }

  /// Calls `changed` after each change of the downloads that ``all()`` returns, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { engine.observe(changed) }

  /// Calls `changed` while bytes arrive, about four times per megabyte, until the token is released.
  public func observeProgress(_ changed: @escaping @Sendable (DownloadProgress) -> Void) -> ObservationToken {
    engine.observeProgress(changed)
  }

  /// The tracks of a complete download, with the addresses of its files in ``AudioTrack/contentUrl``, durations and offsets; nil for
  /// anything else, also for an ebook. Notes the current time as the last time the download was opened.
  public func localTracks(of id: PlayableID) async -> [AudioTrack]? { await engine.localTracks(of: id) }

  // MARK: Changing

  /// Sets the MIME types of audio that this device plays, until the process ends. A download of an item with other audio then fails with
  /// `unsupported` and the detail `ShelfDetail.formatNotPlayable` instead of filling the disk with files that cannot be played.
  /// ``PlayerViewModel`` sets the types of its engine.
  /// - Parameter types: such as `audio/mpeg`; nil to download every type, as until the first call.
  public func setPlayableTypes(_ types: [String]?) { engine.playableTypes.withLock { $0 = types } }

  /// Resumes the downloads that were under way when the app ended, removes files that belong to no download, and applies the rules:
  /// see ``applyRules()``.
  public func start() async { await engine.start(by: lane) }

  /// Queues a book or an episode for download, with its ebook if it has one. Durable when it returns; needs no network. Another call
  /// resumes the download; if it is complete, files that are gone or cut are downloaded again. A download that a rule began then counts as
  /// one that the user asked for.
  /// - Parameter title: shown until the server has described the item.
  /// - Throws: `signedOut`; `storage`; `invalidRequest` for an id that no server has.
  public func download(_ id: PlayableID, title: String = "") async throws(ClientError) {
    try await engine.download(id, title: title, by: lane)
  }

  /// Pauses a download, running or waiting, until it is resumed. The bytes received so far stay.
  /// - Throws: `signedOut`, `storage`.
  public func pause(_ id: PlayableID) async throws(ClientError) { try await engine.pause(id) }

  /// Resumes a download that was paused or has failed. It waits behind the downloads that are already waiting.
  /// - Throws: `signedOut`, `storage`.
  public func resume(_ id: PlayableID) async throws(ClientError) { try await engine.resume(id, by: lane) }

  /// Removes a download, complete or not, and its files. No rule about series and podcasts downloads the item again.
  /// - Throws: `signedOut`; `storage`, and then the files are removed at the next launch.
  public func remove(_ id: PlayableID) async throws(ClientError) { try await engine.remove(id) }

  /// Removes every download and its files.
  /// - Throws: `signedOut`, `storage`.
  public func removeAll() async throws(ClientError) { try await engine.removeAll() }

  /// The settings for downloads of the account's user on this device.
  /// - Throws: `signedOut`, `storage`.
  public func settings() async throws(ClientError) -> DownloadSettings { try await engine.settings() }

  /// Changes the settings for downloads. A smaller budget removes downloads at once, but only those that were listened to their end: see
  /// ``DownloadSettings/budget``.
  /// - Throws: `signedOut`, `storage`.
  public func setSettings(_ settings: DownloadSettings) async throws(ClientError) {
    try await engine.setSettings(settings)
  }

  /// The part of an exported file that holds the settings.
  var moved: MovedPart { engine.moved }

  /// Returns once no download is running: each download is complete, paused, failed, or waits. Also returns when the caller is cancelled.
  /// For tests and examples.
  public func settled() async { await engine.settled() }

  /// Sets the bytes of one request, and the bytes that are collected before they are written.
  func setSizes(range: Int, block: Int) async { await engine.setSizes(range: range, block: block) }

  /// The downloads as they are stored.
  var records: AccountCache<[String: DownloadRecord]> { engine.records }
}
