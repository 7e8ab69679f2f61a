public import Foundation
public import MediaCore

/// The phone's side of a watch app. It creates the state to send to the watch, and merges the changes that the watch reports.
///
/// The SDK sends nothing between phone and watch. The app transfers the messages in both directions, for example with `WCSession`.
///
/// ```swift
/// let link = WatchLink(shelf: shelf)
/// let message = try await link.context(playing: player.nowPlaying).data()  // to the watch
/// let receipt = try await link.merge(message)  // a WatchReport from the watch
/// print(receipt.accepted)  // back to the watch, which forgets these changes
/// ```
public struct WatchLink: Sendable {
  /// The highest number of merged changes whose keys are stored. By these keys, a report that arrives again is recognised.
  private static let memory = 2_000

  private let shelf: ShelfService
  /// A date for each merged change, by the change's key: the end of a stretch of listening, or the time at which a bookmark was merged.
  private let merged: AccountCache<[String: Merged]>

  /// Creates the phone's side of a watch app.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    merged = .shared("watch-merged", empty: [:], retention: .device, in: shelf.client.accounts)
  }

  /// Returns the state for the watch from the data that is stored on this device. Sends no request.
  /// - Parameters:
  ///   - playing: the item that is open on the phone; nil if no item is open.
  ///   - downloads: the highest number of items that the watch has to download. These are the item that is open, then the first items of
  ///     ``UpNextStore``.
  /// - Throws: `signedOut`, `storage`.
  public func context(
    playing: NowPlayingSnapshot? = nil, downloads: Int = 5
  ) async throws(ClientError) -> WatchContext {
    let list = try await ContinueList(shelf.upNext, shelf.queueStore, shelf.progressStore)
    var context = WatchContext(account: list.account, madeAt: shelf.client.environment.clock.now())
    // Leave out the address of the server: the watch gets covers from the phone, by `artwork`.
    context.nowPlaying = playing.map { with($0) { $0.coverURL = nil } }
    context.queue = list.entries.prefix(WatchContext.queueLimit).map { entry in with(entry) { $0.coverURL = nil } }
    var seen: Set<PlayableID> = []
    let wanted = [playing?.id].compactMap(\.self) + list.upNext.map(\.id)
    context.downloads = Array(wanted.filter { seen.insert($0).inserted }.prefix(max(0, downloads)))
    return context
  }

  /// Calls `changed` after each change of the data that ``context(playing:downloads:)`` reads, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      shelf.upNext.observe(changed), shelf.queueStore.observe(changed), shelf.progressStore.observe(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  /// Merges the changes of a watch in the same way as changes of any other device. Of two positions, the later one stays, and each stretch
  /// of listening is added once, by its id. The changes are durable when the call returns, and are then sent to the server like all other
  /// changes. Merging the same report again, or an older report, changes nothing.
  /// - Parameter report: a message that ``WatchReport/data()`` has created.
  /// - Throws: `invalidRequest` with the detail `damaged`, `tooLarge` or `newerVersion`; `signedOut` with the detail `accountChanged` if
  ///   the report belongs to another account; `signedOut`, `storage`. After an error, the watch has to keep the changes and send them
  ///   again.
  public func merge(_ report: Data) async throws(ClientError) -> WatchReceipt {
    let report = try WatchReport(data: report)
    var receipt = WatchReceipt()
    // In the order of listening: the last one of an item has its place.
    for stretch in report.listening.sorted(by: { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) }) {
      let form = Merged(
        at: stretch.endedAt, seconds: stretch.seconds, position: stretch.position, isFinished: stretch.isFinished)
      try await merge(stretch.id, as: stretch.id, form, of: report.account, &receipt) {
        () async throws(ClientError) in
        try await shelf.progressStore.record(stretch, owner: report.account)
      }
    }
    for mark in report.bookmarks {
      let form = Merged(at: shelf.client.environment.clock.now(), seconds: 0, position: mark.time, isFinished: false)
      try await merge("mark/\(mark.id)", as: mark.id, form, of: report.account, &receipt) {
        () async throws(ClientError) in
        try await shelf.bookmarkStore.create(mark.title, at: mark.time, in: mark.item, owner: report.account)
      }
    }
    return receipt
  }

  /// A change as it was merged. A stretch of listening that has grown since, or was corrected, is recorded again.
  private struct Merged: Codable, Hashable, Sendable {
    /// The end of a stretch of listening; for a bookmark, the time of the merge.
    var at: Date
    var seconds: Double
    var position: Double
    var isFinished: Bool

    /// Whether `other` is the same change, or an earlier form of it.
    func covers(_ other: Merged) -> Bool {
      if other.at == at {
        return other.seconds <= seconds && other.position == position && other.isFinished == isFinished
      }
      return other.at < at && other.seconds <= seconds
    }
  }

  /// - Parameters:
  ///   - key: the id of the change among all merged ones.
  ///   - account: the account that the report belongs to. Another one may sign in between two changes.
  private func merge(
    _ key: String, as id: String, _ form: Merged, of account: String, _ receipt: inout WatchReceipt,
    _ change: () async throws(ClientError) -> Submission
  ) async throws(ClientError) {
    guard try await shelf.queueStore.current().account == account else {
      throw ClientError(.signedOut, operation: .shelfWatch, detail: ClientError.Detail.accountChanged)
    }
    // A reported bookmark never changes.
    if let known = try await merged.value()[key], id != key || known.covers(form) {
      receipt.accepted.append(id)
      return
    }
    do throws(ClientError) { _ = try await change() } catch {
      guard error.kind == .invalidRequest else { throw error }
      receipt.refused.append(id)
      return
    }
    // Store the key only after the change is on disk. If the app ends in between, the watch sends the change again, and it is recorded
    // again under the same id, which adds nothing.
    try await merged.update(of: account) { merged in
      merged[key] = form
      guard merged.count > Self.memory else { return }
      for old in merged.sorted(by: { ($0.value.at, $0.key) < ($1.value.at, $1.key) }).prefix(merged.count - Self.memory)
      {
        merged[old.key] = nil
      }
    }
    receipt.accepted.append(id)
  }
}
