import Foundation
public import MediaCore

/// The tree of an account's libraries, as menus for cars, voice assistants and widgets. The top menu contains the libraries. The menu of a
/// library contains sections, such as items to continue, new items, series, authors and playlists. The sections lead to books and episodes.
///
/// The menus “Continue Listening” and “Latest” lack the items that were finished on this device, also without a network. If another device
/// begins such an item again, the server's next response shows the item.
///
/// Every menu that was opened is stored on the device. ``children(of:limit:)`` returns the stored menu if the server cannot be reached.
/// ``kept(_:limit:)`` returns the stored menu without a request.
///
/// ```swift
/// let tree = BrowseTree(shelf: shelf)
/// let menu = try await tree.children(of: .root)
/// if let id = menu.first?.playable { player.open(id) }
/// ```
public struct BrowseTree: Sendable {
  private let shelf: ShelfService
  private let downloads: @Sendable () async -> [ShelfRow]

  /// Creates the tree of an account's libraries.
  /// - Parameter downloads: returns the rows of the items that play without a network. If nil, the tree shows the complete downloads of
  ///   ``ShelfService/downloads``.
  public init(shelf: ShelfService, downloads: (@Sendable () async -> [ShelfRow])? = nil) {
    self.shelf = shelf
    self.downloads = downloads ?? { [store = shelf.downloads] in await store.playableRows() }
  }

  /// Returns the entries of a menu from the server. If the server cannot be reached, returns the entries that are stored on this device.
  /// - Parameter limit: the highest number of entries. Cars and widgets show only a few.
  /// - Throws: `signedOut`, `notFound`, `forbidden` and `cancelled`, even if entries are stored on this device. Any other error of the
  ///   request, such as `unreachable` or a 404 page of a proxy, is thrown only if no entries are stored.
  public func children(of place: BrowsePlace, limit: Int = 50) async throws(ClientError) -> [BrowseNode] {
    guard let list = list(place, limit) else {
      if case .library(let id) = place, try await keptSections(of: id) == nil {
        try await shelf.rowStore.refresh(0, of: shelf.lists.libraries())
      }
      guard let own = try await own(place, limit) else { throw ClientError(.notFound, operation: .shelfBrowse) }
      return own
    }
    var problem: ClientError?
    do throws(ClientError) { try await shelf.rowStore.refresh(0, of: list) } catch { problem = error }
    let kept = try await shelf.rowStore.beginning(of: list)
    // If the server has removed or forbids the menu, or the user has signed out, throw instead of showing the cached menu.
    if let problem, kept == nil || problem.endsMenu { throw problem }
    return try await nodes(kept?.pages[0].rows ?? [], in: place, limit, asOf: kept?.asOf)
  }

  /// Returns the entries of a menu that are stored on this device, without a request; nil if the menu was never opened.
  /// - Throws: `signedOut`, `storage`.
  public func kept(_ place: BrowsePlace, limit: Int = 50) async throws(ClientError) -> [BrowseNode]? {
    guard let list = list(place, limit) else { return try await own(place, limit) }
    guard let kept = try await shelf.rowStore.beginning(of: list) else { return nil }
    return try await nodes(kept.pages[0].rows, in: place, limit, asOf: kept.asOf)
  }

  /// Returns the node of a place together with the menus below it, down to `depth` levels, for systems that need the whole tree at once. If
  /// the menu of the place itself cannot be loaded, the method throws. If another menu cannot be loaded, ``BrowseNode/children`` of its
  /// node is nil.
  /// - Parameter depth: the number of levels of menus to load. Each menu needs at most one request.
  public func tree(from place: BrowsePlace = .root, depth: Int = 2, limit: Int = 25) async throws(ClientError)
    -> BrowseNode
  {
    var node = BrowseNode(id: place, title: "", isFolder: true)
    node.children = try await children(of: place, limit: limit)
    await fill(&node, depth: depth - 1, limit)
    return node
  }

  private func fill(_ node: inout BrowseNode, depth: Int, _ limit: Int) async {
    guard depth > 0, var children = node.children else { return }
    for index in children.indices where children[index].isFolder {
      children[index].children = try? await self.children(of: children[index].id, limit: limit)
      await fill(&children[index], depth: depth - 1, limit)
    }
    node.children = children
  }

  // MARK: Menus

  /// The list behind a menu; nil for a menu that is not a list of the server.
  private func list(_ place: BrowsePlace, _ limit: Int) -> RowList? {
    let lists = shelf.lists
    let limit = min(max(1, limit), RowStore.largestPage)
    switch place {
    case .downloads, .library, .item: return nil
    case .root: return lists.libraries()
    case .continueListening: return lists.inProgress(limit: limit)
    case .section(.continueListening, let library): return lists.shelf(.continueListening, of: library, limit: limit)
    case .section(.latest, let library): return lists.latestEpisodes(in: library, limit: limit)
    case .section(.recentlyAdded, let library):
      return lists.items(ItemQuery(sort: .addedAt, descending: true), in: library, pageSize: limit)
    case .section(.items, let library): return lists.items(ItemQuery(sort: .title), in: library, pageSize: limit)
    case .section(.series, let library):
      return lists.series(in: library, sort: .name, descending: false, filter: nil, pageSize: limit)
    case .section(.authors, let library):
      return lists.authors(in: library, sort: .name, descending: false, pageSize: limit)
    case .section(.playlists, let library): return lists.playlists(in: library, pageSize: limit)
    case .section(.collections, let library): return lists.collections(in: library, pageSize: limit)
    case .series(let id, let library): return lists.books(ofSeries: id, in: library, pageSize: limit)
    case .author(let id, let library): return lists.books(byAuthor: id, in: library, pageSize: limit)
    case .podcast(let id): return lists.episodes(of: id)
    case .playlist(let id): return lists.entries(ofPlaylist: id)
    case .collection(let id): return lists.books(ofCollection: id)
    }
  }

  private func own(_ place: BrowsePlace, _ limit: Int) async throws(ClientError) -> [BrowseNode]? {
    switch place {
    case .library(let id): return try await keptSections(of: id)
    case .downloads: return try await nodes(await downloads(), in: place, limit)
    default: return []
    }
  }

  /// The sections for the kind of a library, which is taken from the kept list of libraries; nil if that list lacks the library.
  private func keptSections(of library: String) async throws(ClientError) -> [BrowseNode]? {
    let libraries = try await shelf.rowStore.beginning(of: shelf.lists.libraries())
    guard let row = libraries?.pages[0].rows.first(where: { $0.id == library }) else { return nil }
    let sections: [BrowsePlace.Section] =
      row.kind == .podcastLibrary
      ? [.continueListening, .latest, .items, .playlists]
      : [.continueListening, .recentlyAdded, .series, .authors, .collections, .playlists, .items]
    return sections.map { BrowseNode(id: .section($0, library: library), title: title($0, row.kind), isFolder: true) }
  }

  private func title(_ section: BrowsePlace.Section, _ kind: ShelfRow.Kind) -> String {
    let texts = shelf.client.environment.texts
    return switch section {
    case .continueListening: texts("shelf.browse.continue", english: "Continue Listening")
    case .latest: texts("shelf.browse.latest", english: "Latest")
    case .recentlyAdded: texts("shelf.browse.recentlyAdded", english: "Recently Added")
    case .items where kind == .podcastLibrary: texts("shelf.browse.podcasts", english: "Podcasts")
    case .items: texts("shelf.browse.books", english: "All Books")
    case .series: texts("shelf.browse.series", english: "Series")
    case .authors: texts("shelf.browse.authors", english: "Authors")
    case .playlists: texts("shelf.browse.playlists", english: "Playlists")
    case .collections: texts("shelf.browse.collections", english: "Collections")
    }
  }

  // MARK: Nodes

  /// - Parameter asOf: when the server sent the rows.
  private func nodes(
    _ rows: [ShelfRow], in place: BrowsePlace, _ limit: Int, asOf: Date? = nil
  ) async throws(ClientError) -> [BrowseNode] {
    let known = try await shelf.progressStore.progress(of: rows.compactMap(\.playable))
    // Leave out items that were finished after the server sent the list, for example without a network. If the list is newer than the
    // finish, another device has begun the item again: keep the item.
    let rows = rows.filter { row in
      !place.isOfUnfinished || row.playable.flatMap { known[$0]?.wasFinished(after: asOf) } != true
    }.prefix(max(1, limit))
    var nodes = rows.compactMap { row -> BrowseNode? in
      guard let id = Self.place(of: row, in: place) else { return nil }
      var node = BrowseNode(id: id, title: row.title, isFolder: row.kind != .book && row.kind != .episode)
      node.subtitle = row.subtitle
      node.row = row
      node.playable = row.playable
      node.progress = row.playable.flatMap { known[$0]?.fraction }
      return node
    }
    guard place == .root else { return nodes }
    let texts = shelf.client.environment.texts
    nodes.insert(
      BrowseNode(
        id: .continueListening, title: texts("shelf.browse.continue", english: "Continue Listening"), isFolder: true),
      at: 0)
    nodes.append(
      BrowseNode(id: .downloads, title: texts("shelf.browse.downloads", english: "Downloads"), isFolder: true))
    return nodes
  }

  /// The place that a row opens; nil for a row of an unknown kind.
  private static func place(of row: ShelfRow, in place: BrowsePlace) -> BrowsePlace? {
    let library = row.libraryId ?? place.library ?? ""
    return switch row.kind {
    case .bookLibrary, .podcastLibrary: .library(row.id)
    case .book, .episode: PlayableID(row.id).map { .item($0) }
    case .podcast: .podcast(row.id)
    case .series: .series(row.id, library: library)
    case .author: .author(row.id, library: library)
    case .playlist: .playlist(row.id)
    case .collection: .collection(row.id)
    default: nil
    }
  }
}

extension ClientError {
  /// Whether the stored entries of a menu must not be shown after this error of the menu's request.
  fileprivate var endsMenu: Bool {
    switch kind {
    case .signedOut, .cancelled: true
    case .notFound, .forbidden: isFinalRefusal
    default: false
    }
  }
}

extension BrowsePlace {
  /// Whether the menu has only unfinished items.
  fileprivate var isOfUnfinished: Bool {
    switch self {
    case .continueListening, .section(.continueListening, _), .section(.latest, _): true
    default: false
    }
  }

  fileprivate var library: String? {
    switch self {
    case .library(let id), .section(_, let id), .series(_, let id), .author(_, let id): id
    default: nil
    }
  }
}
