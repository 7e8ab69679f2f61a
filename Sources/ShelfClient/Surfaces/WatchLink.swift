public import Foundation
public import MediaCore

/// The phone's side of a watch app: makes the state that goes to the watch, and merges the changes that come back.
///
/// Neither side sends anything by itself: the app carries the messages over its own session.
///
/// ```swift
/// let link = WatchLink(shelf: shelf)
/// let message = try await link.context(playing: player.nowPlaying).data()  // to the watch
/// let receipt = try await link.merge(message)  // a WatchReport from the watch
/// print(receipt.accepted)  // back to the watch, which forgets these changes
/// ```
public struct WatchLink: Sendable {
  /// The highest number of merged changes that are remembered, to recognise a report that arrives again.
  private static let memory = 2_000

  private let shelf: ShelfService
  /// The changes that were merged: their ids with the end of the listening.
  private let merged: AccountCache<[String: Date]>

  /// Creates the phone's side of a watch app.
  public init(shelf: ShelfService) {
    self.shelf = shelf
    merged = .shared("watch-merged", empty: [:], retention: .device, in: shelf.client.accounts)
  }

  /// The state for the watch, from this device alone.
  /// - Parameters:
  ///   - playing: the item that plays on the phone.
  ///   - downloads: the number of items that the watch keeps: the one that plays, and the first ones of the queue.
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

  /// Calls `changed` after each change of what ``context(playing:downloads:)`` reads, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      shelf.upNext.observe(changed), shelf.queueStore.observe(changed), shelf.progressStore.observe(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  /// Merges a watch's changes as if another device had made them: places by their dates, listening once for each id. Durable when it
  /// returns; sent to the server as any other change. The same report again, also an older one, changes nothing.
  /// - Parameter report: a message of ``WatchReport/data()``.
  /// - Throws: `invalidRequest` with the detail `damaged`, `tooLarge` or `newerVersion`; `signedOut` with the detail `accountChanged` for the
  ///   report of another account; `signedOut`, `storage`. Changes that are missing in a receipt stay with the watch, which sends them again.
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

  /// - Parameter end: the end of the listening: a stretch that has grown has a later one, and is recorded again. Nil for a mark, which
  ///   never changes.
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
    // Remember the change only after it is on disk: if the app ends in between, the repeated record counts once by its id.
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
