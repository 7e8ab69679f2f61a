import Foundation
import MediaCore

/// Creates a list. The server does not recognise a repeated request, and names need not be unique. So the similar lists that exist
/// before the first attempt are noted, and a similar list that is not among them is the created one.
struct ListCreationMutation: ListMutation {
  static let kind: MutationKind = "shelf.list.new"

  /// The list under its local id.
  var list: ItemListReference
  var library: String
  var name: String
  var description: String?
  /// The entries, as rows to show.
  var rows: [ShelfRow]
  /// When the user created the list, by the device's clock.
  var at: Date
  /// Set by the merge: ids of similar lists that existed before this was first sent.
  var others: [String]?

  /// The lists on the server that may be this one.
  struct Remote: Codable, Hashable, Sendable {
    var candidates: [RemoteItemList] = []
    var isUnneeded = false
  }

  /// The attempt is noted on disk before it is sent: otherwise, after a crash, the created list looks like another one of that name.
  var isMultiStep: Bool { true }

  private var entries: [PlayableID] { rows.compactMap { PlayableID($0.id) } }

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Remote? {
    if !context.wasSent, await api.isRemoved(list, context) { return Remote(isUnneeded: true) }
    let entries = entries
    // An earlier attempt may have created the list: look for its name or its entries, since another device may have changed one of the
    // two.
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
    // Store the server's id now: queued changes of this new list need it.
    if let id { try await api.ids.store(id, madeAs: list.id, context) }
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
