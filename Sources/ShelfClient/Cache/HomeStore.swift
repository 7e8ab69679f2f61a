public import Foundation
public import MediaCore

/// The shelves of each library's home screen: the server's last response, stored for a launch without a network. The store applies this
/// device's changes and the user's order of the shelves to the response.
public struct HomeStore: Sendable {
  /// The home screen of one library, as stored on this device.
  public struct Home: Sendable, Hashable {
    /// The shelves to show, in the user's order. Empty shelves and hidden shelves are left out.
    public var shelves: [HomeShelf]
    /// The user's choice and order of the shelves.
    public var layout: HomeLayout
    /// Every shelf that the library can have, in the user's order. Hidden shelves are included.
    public var choices: [ShelfID]
    /// When the server last sent the shelves; nil if never.
    public var asOf: Date?
    /// Whether the last refresh could not reach the server and used an older response.
    public var isStale: Bool
  }

  private struct Kept: Codable, Equatable, Sendable {
    var shelves: [HomeShelf]
    var asOf: Date?
    var isStale = false
    /// Series that were hidden here; the server sends the hidden ones with the whole account alone.
    var hiddenSeries: Set<String>?
  }

  private struct Fetched: Sendable {
    var shelves: [HomeShelf]
    var isStale: Bool
  }

  /// The highest number of rows that is requested for each shelf.
  public static let limit = 20
  /// Libraries whose shelves are kept.
  private static let keptLibraries = 12

  private let client: ServiceClient
  private let roles: ShelfRoles
  private let queue: MutationQueue
  private let progress: ListeningProgressStore
  private let sequences: SequenceStore
  private let rowStore: RowStore
  private let maker: RowMaker
  private let kept: AccountCache<[String: Kept]>
  private let layouts: AccountCache<[String: HomeLayout]>

  init(
    client: ServiceClient, roles: ShelfRoles, queue: MutationQueue, progress: ListeningProgressStore,
    sequences: SequenceStore, rows: RowStore, maker: RowMaker
  ) {
    self.client = client
    self.roles = roles
    self.queue = queue
    self.progress = progress
    self.sequences = sequences
    rowStore = rows
    self.maker = maker
    // Apply a hiding here only after the server has accepted it (`synced`). `current(_:)` applies open hidings, because later listening
    // cancels them.
    kept = .shared(
      "home", empty: [:], in: client.accounts, queue: queue,
      overlays: [
        MutationOverlay(HiddenItemMutation.self, apply: { _, _ in }) { mutation, record, homes in
          guard mutation.isHidden, record.state == .synced else { return }
          Self.remove(from: .continueListening, .continueReading, in: &homes) { $0.playableID == mutation.item }
        },
        MutationOverlay(HiddenSeriesMutation.self, apply: { _, _ in }) { mutation, record, homes in
          guard record.state == .synced else { return }
          for library in homes.keys {
            var hidden = homes[library]?.hiddenSeries ?? []
            if mutation.isHidden { hidden.insert(mutation.series) } else { hidden.remove(mutation.series) }
            homes[library]?.hiddenSeries = hidden.isEmpty ? nil : hidden
          }
          guard mutation.isHidden else { return }
          Self.remove(from: .continueSeries, in: &homes) { $0.seriesId == mutation.series }
        },
      ])
    layouts = .shared("home-layout", empty: [:], retention: .device, in: client.accounts)
  }

  /// Ids of the items on the kept shelves. The closure does not keep the cache alive.
  var keptItems: @Sendable () async -> [String] {
    { [weak kept] in
      let homes = ((try? await kept?.value()) ?? [:]).sorted { $0.key < $1.key }
      return homes.flatMap(\.value.shelves).flatMap(\.rows).compactMap(\.artworkItem)
    }
  }

  private static func remove(
    from shelves: ShelfID..., in homes: inout [String: Kept], where isGone: (ShelfRow) -> Bool
  ) {
    for library in homes.keys {
      guard var home = homes[library] else { continue }
      for index in home.shelves.indices where shelves.contains(home.shelves[index].id) {
        home.shelves[index].rows.removeAll(where: isGone)
      }
      homes[library] = home
    }
  }

  // MARK: Reading

  /// Returns the home screen of a library as stored on this device; nil if the server never sent the library's shelves. Sends no request.
  /// - Throws: `signedOut`, `storage`.
  public func current(_ library: String) async throws(ClientError) -> Home? {
    let view = try await kept.view()
    guard let home = view.value[library] else { return nil }
    let changes = try await HomeChanges(
      progress: progress.all(), hiddenOnServer: progress.hiddenItems(), hiddenSeries: home.hiddenSeries ?? [],
      open: view.open, asOf: home.asOf)
    let known = try await knownRows(for: changes, in: library, view.value)
    let next = try await nextBooks(for: changes)
    let layout = try await layouts.value()[library] ?? HomeLayout()
    let shelves = changes.applied(to: home.shelves, in: library, known: known, next: next)
    let isOfPodcasts = shelves.contains { $0.id == .newestEpisodes || $0.type == .episode || $0.type == .podcast }
    let standard = isOfPodcasts ? ShelfID.ofPodcasts : ShelfID.ofBooks
    let order = layout.ordered(standard + home.shelves.map(\.id).filter { !standard.contains($0) })
    let texts = client.environment.texts
    let shown = order.filter { !layout.hidden.contains($0) }.compactMap { id in
      shelves.first { $0.id == id && !$0.rows.isEmpty }.map { shelf in
        with(shelf) { $0.title = id.title(texts) ?? $0.title }
      }
    }
    return Home(shelves: shown, layout: layout, choices: order, asOf: home.asOf, isStale: home.isStale)
  }

  /// The rows of the items that were begun or finished since the server's answer, from whichever list has them.
  private func knownRows(
    for changes: HomeChanges, in library: String, _ homes: [String: Kept]
  ) async throws(ClientError) -> [PlayableID: ShelfRow] {
    let own = homes[library]?.shelves.flatMap(\.rows) ?? []
    var known: [PlayableID: ShelfRow] = [:]
    for id in changes.changed {
      let row = own.first { $0.playableID == id && [.book, .episode].contains($0.kind) }
      known[id] = if let row { row } else { try await rowStore.row(id) }
    }
    return known.filter { $0.value.libraryId == library }
  }

  /// The book that follows each book which was finished since the server's answer.
  private func nextBooks(for changes: HomeChanges) async throws(ClientError) -> [PlayableID: ShelfRow] {
    var next: [PlayableID: ShelfRow] = [:]
    for id in changes.finished where id.kind == .book {
      guard let sequence = try await sequences.sequence(of: id) else { continue }
      // If a book of the series is in progress, offer no next book of that series, as the server does.
      let isBegun = sequence.rows.contains { $0.playableID.map(changes.isInProgress) ?? false }
      if !isBegun, let row = sequence.next(after: id, finished: changes.isFinished) { next[id] = row }
    }
    return next
  }

  /// Calls `changed` after each change of a home screen that ``current(_:)`` returns, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      kept.observe(changed), layouts.observe(changed), progress.observe(changed), sequences.observe(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  /// Sends the waiting changes, and then reads the shelves of a library and the account's progress from the server
  /// (`GET /api/libraries/{id}/personalized`, `GET /api/me/progress`).
  /// - Throws: `notFound`, `forbidden`; `signedOut` with the detail `accountChanged` if another account has signed in meanwhile.
  public func refresh(_ library: String) async throws(ClientError) {
    let view = try await kept.refresh { () async throws(ClientError) in
      let answer = try await roles.shelves.shelves(of: library, limit: Self.limit)
      var shelves: [HomeShelf] = []
      for shelf in answer.value { shelves.append(try await row(shelf)) }
      // If only the request for progress fails, show the new shelves with the cached progress.
      do throws(ClientError) { try await progress.refresh() } catch {
        if error.isCancellation || error.kind == .signedOut { throw error }
      }
      return Fetched(shelves: shelves, isStale: answer.isStale)
    } merge: { homes, answer in
      let before = homes[library]
      // If the server offers a hidden series again, the user has shown it again on another device: no longer hide it.
      let offered = answer.isStale ? [] : answer.shelves.filter { $0.id == .continueSeries }.flatMap(\.rows)
      let hidden = before?.hiddenSeries?.subtracting(offered.compactMap(\.seriesId)) ?? []
      homes[library] = Kept(
        shelves: answer.shelves, asOf: before?.asOf, isStale: answer.isStale,
        hiddenSeries: hidden.isEmpty ? nil : hidden)
    }
    // Set the date after the refresh: the answer may be an older, cached one, and only `view.refreshedAt` has its date.
    let mark = try await kept.readMark()
    try await kept.merge(view.refreshedAt, askedAt: mark) { homes, date in
      homes[library]?.asOf = date
      let old = homes.sorted { ($0.value.asOf ?? .distantPast) > ($1.value.asOf ?? .distantPast) }
      for (key, _) in old.dropFirst(Self.keptLibraries) { homes[key] = nil }
    }
  }

  private func row(_ shelf: Shelf) async throws(ClientError) -> HomeShelf {
    var rows = try await maker.entries(of: shelf.items)
    for series in shelf.series { rows.append(try await maker.row(series)) }
    for author in shelf.authors { rows.append(try await maker.row(author)) }
    return with(HomeShelf(id: shelf.id, title: shelf.label ?? shelf.id.rawValue, rows: rows)) {
      ($0.type, $0.total) = (shelf.type, shelf.total)
    }
  }

  // MARK: Changing

  /// Hides an item from “continue listening” on all devices until the user listens to it again, or shows a hidden item again
  /// (`PATCH /api/me/progress/{item}/{episode?}`). The change is durable when the call returns, and is sent as soon as the server can be
  /// reached.
  @discardableResult
  public func setHidden(_ item: PlayableID, _ isHidden: Bool) async throws(ClientError) -> Submission {
    try WireID.check(item.ids, operation: .shelfProgressHide)
    let (now, isServerTime) = progress.moment()
    let mutation = HiddenItemMutation(item: item, isHidden: isHidden, at: now, isServerTime: isServerTime)
    let view = try await progress.records.view()
    return try await queue.submit(
      mutation, base: view.server[item.description], isCurrent: !view.open.hasChange(like: mutation))
  }

  /// Hides a series from “continue series” on all devices, or shows a hidden series again
  /// (`GET /api/me/series/{id}/remove-from-continue-listening` and `…/readd-to-continue-listening`). The change is durable when the call
  /// returns, and is sent as soon as the server can be reached.
  @discardableResult
  public func setHidden(series: String, _ isHidden: Bool) async throws(ClientError) -> Submission {
    try WireID.check([series], operation: .shelfSeriesHide)
    return try await queue.submit(HiddenSeriesMutation(series: series, isHidden: isHidden), base: nil)
  }

  /// Changes the choice and order of a library's shelves, on this device only. The change is durable when the call returns.
  public func setLayout(
    of library: String, _ change: @Sendable (inout HomeLayout) -> Void
  ) async throws(ClientError) {
    try await layouts.update { change(&$0[library, default: HomeLayout()]) }
  }

  /// The part of an exported file that holds the layouts. The layout of a library that was arranged here stays.
  var moved: MovedPart {
    MovedPart("homeLayouts", in: layouts, empty: [:]) { known, moved, part in
      for (library, layout) in moved {
        if known[library] == nil {
          known[library] = layout
          part.taken += 1
        } else {
          part.skip(known[library] == layout ? .known : .setHere)
        }
      }
    }
  }
}

extension ShelfRow {
  /// The id of the row's book or episode, playable or not; nil for other kinds.
  var playableID: PlayableID? { kind == .book || kind == .episode ? PlayableID(id) : nil }
}
