public import Foundation
public import MediaCore

/// The bookmarks of the account: the server's last response, with this device's own changes applied until the server's response includes
/// them. Changes need no network, and an accepted change is never lost. Only books have bookmarks; episodes have none.
public struct BookmarkStore: Sendable {
  private let client: ServiceClient
  private let role: any BookmarkAPI
  private let queue: MutationQueue
  /// The bookmarks of each book by its item id, sorted by time.
  private let cache: AccountCache<[String: [Bookmark]]>

  init(client: ServiceClient, role: any BookmarkAPI, queue: MutationQueue) {
    self.client = client
    self.role = role
    self.queue = queue
    cache = .shared(
      "bookmarks", empty: [:], in: client.accounts, queue: queue,
      overlays: [
        MutationOverlay(BookmarkMutation.self, apply: { $0.apply(to: &$1) }, settle: { $0.settle($1, in: &$2) })
      ])
  }

  // MARK: Reading

  /// Returns the bookmarks of a book, sorted by time, or the bookmarks of all books, book by book, as stored on this device. Sends no
  /// request.
  /// - Parameter item: the id of the book's library item; if nil, all books.
  /// - Returns: the bookmarks, and the time of the server's last response (nil if the server never sent one). The whole result is nil if
  ///   the server never sent bookmarks and none was added on this device.
  /// - Throws: `signedOut`, `storage`.
  public func bookmarks(of item: String?) async throws(ClientError) -> (list: [Bookmark], asOf: Date?)? {
    let view = try await cache.view()
    guard view.refreshedAt != nil || !view.value.isEmpty else { return nil }
    if let item { return (view.value[item] ?? [], view.refreshedAt) }
    return (view.value.sorted { $0.key < $1.key }.flatMap(\.value), view.refreshedAt)
  }

  /// Calls `changed` after each change of the bookmarks until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  /// Sends the waiting changes, and then reads all bookmarks from the server (`GET /api/me/bookmarks`). Every screen that shows bookmarks
  /// shows the result.
  public func refresh() async throws(ClientError) {
    try await cache.refresh { () async throws(ClientError) in
      try await role.all()
    } merge: { kept, answer in
      kept = Dictionary(grouping: answer, by: \.libraryItemId).mapValues { $0.sorted { $0.time < $1.time } }
    }
  }

  // MARK: Changing

  /// Adds a bookmark (`POST /api/me/item/{item}/bookmark`). If the book already has a bookmark at exactly `time`, the existing bookmark
  /// gets the new title. The change is durable when the call returns.
  /// - Parameters:
  ///   - title: a text that is not empty.
  ///   - time: the position in the book, in seconds.
  /// - Throws: `invalidRequest` if `title` is empty or `time` is not a possible position; `signedOut`, `storage`.
  @discardableResult
  public func create(_ title: String, at time: Double, in item: String) async throws(ClientError) -> Submission {
    try await create(title, at: time, in: item, owner: nil)
  }

  /// - Parameter owner: the account that added the bookmark; nil for the current one.
  func create(
    _ title: String, at time: Double, in item: String, owner: String?
  ) async throws(ClientError) -> Submission {
    try await change(.create, title, at: time, in: item, owner: owner)
  }

  /// Gives a bookmark another title (`PATCH`). If another device has removed the bookmark meanwhile, the bookmark stays removed. The change
  /// is durable when the call returns.
  /// - Throws: `invalidRequest` if the title is empty.
  @discardableResult
  public func rename(_ bookmark: Bookmark, to title: String) async throws(ClientError) -> Submission {
    try await change(.rename, title, at: bookmark.time, in: bookmark.libraryItemId)
  }

  /// Removes a bookmark (`DELETE`). Succeeds if the bookmark does not exist any more. The change is durable when the call returns.
  @discardableResult
  public func remove(_ bookmark: Bookmark) async throws(ClientError) -> Submission {
    try await change(.remove, "", at: bookmark.time, in: bookmark.libraryItemId)
  }

  private func change(
    _ action: BookmarkMutation.Action, _ title: String, at time: Double, in item: String, owner: String? = nil
  ) async throws(ClientError) -> Submission {
    try WireID.check([item], operation: .shelfBookmarksChange)
    guard action == .remove ? time.isFinite : time.isMediaTime && !title.isEmpty else {
      throw ClientError(.invalidRequest, operation: .shelfBookmarksChange)
    }
    let mutation = BookmarkMutation(item: item, time: time, action: action, title: title, at: client.serverNow())
    let (base, isCurrent) = try await cache.read { server, open in
      (server[item]?.first { $0.time == time }, !open.hasChange(like: mutation))
    }
    return try await queue.submit(mutation, base: base, isCurrent: isCurrent, owner: owner)
  }
}

/// The removal of a bookmark. ``BookmarkStore/restore(_:)`` undoes it.
struct BookmarkRemoval: Hashable, Sendable {
  let bookmark: Bookmark
  /// The id of the mutation that removes the bookmark.
  let mutation: String
  /// The change of the bookmark that was still unsent when the user removed the bookmark. The removal has replaced it in the queue, so an
  /// undo submits it again. Nil if no change was waiting.
  let waiting: BookmarkMutation?
}

extension BookmarkStore {
  /// Removes a bookmark, as ``remove(_:)`` does, and returns the value that ``restore(_:)`` needs.
  func removeUndoably(
    _ bookmark: Bookmark
  ) async throws(ClientError) -> (removal: BookmarkRemoval, submission: Submission) {
    let open = try await queue.open()
    let submission = try await remove(bookmark)
    let waiting = open.last { $0.id == submission.id }?.mutation(BookmarkMutation.self)
    return (BookmarkRemoval(bookmark: bookmark, mutation: submission.id, waiting: waiting), submission)
  }

  /// Brings a removed bookmark back. A removal that was not sent yet never reaches the server: then only the change that waited before the
  /// removal is sent, and another device's new title or removal stays. A bookmark that the server has removed is created again, unless
  /// another device has created one at the same time.
  /// - Returns: the change, or nil if nothing has to be sent.
  func restore(_ removal: BookmarkRemoval) async throws(ClientError) -> Submission? {
    let mark = removal.bookmark
    // If a later change was merged into the removal, the record is not a removal any more: keep it.
    let record = try await queue.withdraw(removal.mutation) {
      $0.mutation(BookmarkMutation.self)?.action == .remove
        && ($0.state == .pending || $0.sent(BookmarkMutation.self) == nil)
    }
    if let record, record.sent(BookmarkMutation.self) == nil {
      guard let waiting = removal.waiting, waiting.action != .remove else { return nil }
      return try await change(waiting.action, waiting.title, at: mark.time, in: mark.libraryItemId)
    }
    return try await change(.restore, mark.title, at: mark.time, in: mark.libraryItemId)
  }
}
