import Foundation
import MediaCore

/// A change of the bookmark at one time of a book: creates, renames or removes it.
struct BookmarkMutation: Mutation {
  static let kind: MutationKind = "shelf.bookmark"

  enum Action: String, Codable, Sendable {
    /// Creates the bookmark; one that exists already gets the title.
    case create
    /// Renames an existing bookmark; one that another device has removed stays removed.
    case rename
    case remove
    /// Creates a removed bookmark again; one that another device has created at the same time keeps its title.
    case restore
  }

  var item: String
  /// Seconds; identifies the bookmark in its book.
  var time: Double
  var action: Action
  /// The title; empty for a removal.
  var title = ""
  /// When the user made the change, by the server's clock if known; shown until the server has dated the bookmark.
  var at: Date

  var isPlausible: Bool { WireID.arePlausible([item]) && time.isMediaTime }
  var target: String { "bookmark/\(item)/\(time.plainText)" }

  func fetch(_ api: any BookmarkAPI, _ context: MutationContext) async throws(ClientError) -> Bookmark? {
    try await api.bookmarks(of: item).first { $0.time == time }
  }

  func resolve(_ merge: MergeInput<BookmarkMutation>) -> Resolution<BookmarkMutation> {
    if isReflected(in: merge.remote) { return .done }
    return action == .rename && merge.remote == nil ? .superseded(reason: "removed") : .write(self)
  }

  func perform(
    _ api: any BookmarkAPI, over remote: Bookmark?, _ context: MutationContext
  ) async throws(ClientError) {
    switch action {
    case .create, .restore: try await api.create(title, at: time, in: item)
    case .rename: try await api.retitle(title, at: time, in: item)
    case .remove: try await api.remove(at: time, in: item)
    }
  }

  func isReflected(in remote: Bookmark?) -> Bool {
    switch action {
    case .create, .rename: remote?.title == title
    case .remove: remote == nil
    case .restore: remote != nil
    }
  }

  /// Merges a newer change into this one. A bookmark that still has to be created stays a creation, with the new title.
  func coalesced(with newer: BookmarkMutation) -> BookmarkMutation? {
    switch (action, newer.action) {
    case (.create, .rename), (.restore, .rename): with(newer) { $0.action = .create }
    // The bookmark is not removed any more: an undo that comes this late must not take its title back.
    case (.create, .restore), (.rename, .restore): self
    // Keep the removal: no bookmark is left to rename.
    case (.remove, .rename): self
    default: newer
    }
  }

  func apply(to bookmarks: inout [String: [Bookmark]]) {
    var marks = bookmarks[item] ?? []
    let index = marks.firstIndex { $0.time == time }
    switch (action, index) {
    case (.remove, let index?): marks.remove(at: index)
    case (.create, nil), (.restore, nil):
      var mark = Bookmark(libraryItemId: item, time: time)
      (mark.title, mark.createdAt) = (title, at)
      marks.append(mark)
    case (.restore, _): return
    case (_, let index?): marks[index].title = title
    case (_, nil): return
    }
    bookmarks[item] = marks.isEmpty ? nil : marks.sorted { $0.time < $1.time }
  }

  /// Stores the bookmark as the server showed it when the mutation was decided.
  func settle(_ record: MutationRecord, in bookmarks: inout [String: [Bookmark]]) {
    let remote = record.remote(BookmarkMutation.self)
    let marks = (bookmarks[item] ?? []).filter { $0.time != time } + [remote].compactMap { $0 }
    bookmarks[item] = marks.isEmpty ? nil : marks.sorted { $0.time < $1.time }
  }
}
