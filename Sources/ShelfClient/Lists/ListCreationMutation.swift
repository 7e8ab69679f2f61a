import Foundation
import MediaCore

/// Makes a list. The server gives no sign of a request that came twice, and names need not be unique: so the lists like it that
/// were there before the first attempt are noted, and one like it that is new after that is the one made.
struct ListCreationMutation: ListMutation {
  static let kind: MutationKind = "shelf.list.new"

  /// Under its local id.
  var list: ItemListReference
  var library: String
  var name: String
  var description: String?
  /// The entries, as rows to show.
  var rows: [ShelfRow]
  /// By the device's clock.
  var at: Date
  /// Set by the merge: lists like this one that were there before it was first sent.
  var others: [String]?

  /// The lists of the library that can be this one.
  struct Remote: Codable, Hashable, Sendable {
    var candidates: [RemoteItemList] = []
    var isUnneeded = false
  }

  /// The attempt is noted on disk before it is sent: else a list that it made looks like another list of that name.
  var isMultiStep: Bool { true }

  private var entries: [PlayableID] { rows.compactMap { PlayableID($0.id) } }

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Remote? {
    if !context.wasSent, try await api.ids.isRemoved(list, after: context) { return Remote(isUnneeded: true) }
    let entries = entries
    // Another device can have renamed it since, or have changed what is in it; both is unlikely.
    let candidates = try await api.all(list.kind).filter {
      $0.libraryId == library && ($0.name == name || !entries.isEmpty && $0.entries == entries)
    }
    return Remote(candidates: candidates)
  }

  func resolve(_ merge: MergeInput<ListCreationMutation>) -> Resolution<ListCreationMutation> {
    if merge.remote?.isUnneeded == true { return .superseded(reason: "removed") }
    let others = merge.sent?.others ?? merge.remote?.candidates.map(\.id) ?? []
    return .write(with(self) { $0.others = others })
  }

  func perform(_ api: API, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    var id = made(in: remote)?.id
    if id == nil {
      let draft = PlaylistDraft(
        libraryId: library, name: name, description: description, items: entries.map(PlaylistEntry.init))
      id = try await api.create(list.kind, draft)
    }
    // Stored before the list counts as made: changes that wait for it need the id.
    if let id { try await api.ids.store(id, madeAs: list, context) }
  }

  func isReflected(in remote: Remote?) -> Bool { made(in: remote) != nil }

  private func made(in remote: Remote?) -> RemoteItemList? {
    remote?.candidates.first { !(others ?? []).contains($0.id) }
  }

  func coalesced(with newer: ListCreationMutation) -> ListCreationMutation? { nil }

  func apply(to shown: inout ShownItemList?) {
    guard shown == nil else { return }
    var row = ShelfRow(id: list.id, kind: list.kind.rowKind, title: name)
    (row.subtitle, row.libraryId) = (description ?? "", library)
    (row.count, row.addedAt, row.coverURL) = (rows.count, at, rows.lazy.compactMap(\.coverURL).first)
    shown = ShownItemList(row: row, entries: rows)
  }

  static func reading(of record: MutationRecord) -> ListReading? {
    guard record.state == .synced, let sent = record.sent(Self.self) else { return nil }
    return sent.made(in: record.remote(Self.self)).map { .found($0) }
  }
}
