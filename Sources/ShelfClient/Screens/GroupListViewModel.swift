import MediaCore

/// The screen of a library's narrators, genres or tags. The screen first shows the list that is stored on this device, and then refreshes
/// it from the server. To show the items of a narrator, genre or tag, pass the row's ``ShelfRow/filter`` to
/// ``LibraryViewModel/setFilter(_:)``.
@MainActor
public final class GroupListViewModel: RowListViewModel<PlainRowListState> {
  /// The kind of entries in the list: narrators, genres or tags.
  public enum Group: Sendable, Hashable {
    /// The narrators of a library of books, each with the number of books (`GET /api/libraries/{id}/narrators`).
    case narrators
    /// The genres of a library (`GET /api/libraries/{id}/filterdata`). The server caches this list for up to half an hour.
    case genres
    /// The tags of a library (`GET /api/libraries/{id}/filterdata`). The server caches this list for up to half an hour.
    case tags
  }

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, group: Group, library: String) {
    super.init(PlainRowListState(), shelf.lists.group(group, in: library), shelf: shelf)
    paging.attach(self)
  }
}

extension ShelfLists {
  func group(_ group: GroupListViewModel.Group, in library: String) -> RowList {
    switch group {
    case .narrators:
      names("narrators", library) { [roles] () async throws(ClientError) in
        try await roles.authors.narrators(in: library).map { narrator in
          var row = ShelfRow(id: narrator.name, kind: .narrator, title: narrator.name)
          row.count = narrator.numBooks
          return row
        }
      }
    case .genres:
      names("genres", library) { [roles] () async throws(ClientError) in
        try await roles.libraries.filterData(of: library).genres.map { ShelfRow(id: $0, kind: .genre, title: $0) }
      }
    case .tags:
      names("tags", library) { [roles] () async throws(ClientError) in
        try await roles.libraries.filterData(of: library).tags.map { ShelfRow(id: $0, kind: .tag, title: $0) }
      }
    }
  }

  /// A list in one piece, by name.
  private func names(
    _ key: String, _ library: String, _ fetch: @escaping @Sendable () async throws(ClientError) -> [ShelfRow]
  ) -> RowList {
    RowList(key, library, limit: RowStore.largestPage, isPaged: false) { (_, _) async throws(ClientError) in
      var rows = try await fetch()
      for index in rows.indices { rows[index].libraryId = library }
      return RowPage(rows: rows.sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) })
    }
  }
}

extension ShelfRow {
  /// The filter for the items of the author, series, narrator, genre or tag in this row. Nil if the row shows something else, such as a
  /// book.
  public var filter: ItemFilter? {
    switch kind {
    case .author: .author(id)
    case .series: .series(id)
    case .narrator: .narrator(title)
    case .genre: .genre(title)
    case .tag: .tag(title)
    default: nil
    }
  }
}
