public import Foundation
public import MediaCore

/// The phone's side of a watch app: creates the state to send to the watch, and merges the changes that the watch reports.
///
/// The SDK sends nothing between phone and watch: the app transfers the messages in both directions over its own session.
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
  private let merged: AccountCache<[String: Date]>

  /// Creates the phone's side of a watch app.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    merged = .shared("watch-merged", empty: [:], retention: .device, in: shelf.client.accounts)
  }

  /// Returns the state for the watch, as stored on this device. Sends no request.
  /// - Parameters:
  ///   - playing: the item that plays on the phone; nil if no item is open.
  ///   - downloads: the highest number of items that the watch has to store: the item that plays, then the first items of ``UpNextStore``.
  /// - Throws: `signedOut`, `storage`.
  public func context(
    playing: NowPlayingSnapshot? = nil, downloads: Int = 5
  ) async throws(ClientError) -> WatchContext {
    let latest = try await shelf.queueStore.current()
    let next = try await shelf.upNext.entries()
    let ids = Set(next.map(\.id))
    let entries = next + latest.visible.filter { !ids.contains($0.id) }
    let progress = try await shelf.progressStore.progress(of: entries.map(\.id))
    var context = WatchContext(account: latest.account, madeAt: shelf.client.environment.clock.now())
    // Leave out the address of the server: the watch gets covers from the phone, by `artwork`.
    context.nowPlaying = playing.map { with($0) { $0.coverURL = nil } }
    context.queue = entries.filter { ids.contains($0.id) || progress[$0.id]?.isFinished != true }
      .prefix(WatchContext.queueLimit)
      .map { entry in with(entry) { ($0.coverURL, $0.progress) = (nil, progress[entry.id]) } }
    var seen: Set<PlayableID> = []
    let wanted = [playing?.id].compactMap(\.self) + next.map(\.id)
    context.downloads = Array(wanted.filter { seen.insert($0).inserted }.prefix(max(0, downloads)))
    return context
  }

  /// Calls `changed` after each change of the data that ``context(playing:downloads:)`` reads, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      shelf.upNext.observe(changed), shelf.queueStore.observe(changed), shelf.progressStore.observe(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  /// Merges the changes of a watch like changes of any other device: positions by their dates, and the seconds of each stretch of listening
  /// once by its id. The changes are durable when the call returns, and are then sent to the server like all other changes. Merging the
  /// same report again, or an older one, changes nothing.
  /// - Parameter report: a message that ``WatchReport/data()`` has created.
  /// - Throws: `invalidRequest` with the detail `damaged`, `tooLarge` or `newerVersion`; `signedOut` with the detail `accountChanged` if
  ///   the report belongs to another account; `signedOut`, `storage`. The watch keeps each change that no receipt lists, and sends it
  ///   again.
  public func merge(_ report: Data) async throws(ClientError) -> WatchReceipt {
    let report = try WatchReport(data: report)
    guard try await shelf.queueStore.current().account == report.account else {
      throw ClientError(.signedOut, operation: .shelfWatch, detail: ClientError.Detail.accountChanged)
    }
    var receipt = WatchReceipt()
    for stretch in report.listening {
      try await merge(stretch.id, stretch.endedAt, &receipt) { () async throws(ClientError) in
        try await shelf.progressStore.record(stretch)
      }
    }
    for mark in report.bookmarks {
      try await merge("mark/\(mark.id)", nil, as: mark.id, &receipt) { () async throws(ClientError) in
        try await shelf.bookmarkStore.create(mark.title, at: mark.time, in: mark.item)
      }
    }
    return receipt
  }

  /// - Parameter end: the end of a stretch of listening. If the stretch has grown since an earlier report, its end is later, and the
  ///   stretch is recorded again. Nil for a bookmark, since a reported bookmark never changes.
  private func merge(
    _ key: String, _ end: Date?, as id: String? = nil, _ receipt: inout WatchReceipt,
    _ change: () async throws(ClientError) -> Submission
  ) async throws(ClientError) {
    if let known = try await merged.value()[key], known >= end ?? .distantPast {
      receipt.accepted.append(id ?? key)
      return
    }
    do throws(ClientError) { _ = try await change() } catch {
      guard error.kind == .invalidRequest else { throw error }
      receipt.refused.append(id ?? key)
      return
    }
    // Store the key only after the change is on disk. If the app ends in between, the watch sends the change again, and it is recorded
    // again under the same id, which adds nothing.
    let date = end ?? shelf.client.environment.clock.now()
    try await merged.update { merged in
      merged[key] = date
      guard merged.count > Self.memory else { return }
      for old in merged.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).prefix(merged.count - Self.memory) {
        merged[old.key] = nil
      }
    }
    receipt.accepted.append(id ?? key)
  }
}
