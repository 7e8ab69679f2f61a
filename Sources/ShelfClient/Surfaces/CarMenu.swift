public import MediaCore

/// The menu of an account on a car's screen. It has tabs with lists: items to continue, the libraries, the queue and the downloads.
///
/// Every list has either rows or a sentence that explains why the list is empty. While the server cannot be reached, the downloads are the
/// first tab, and in each list the items on this device come first. The other items stay visible, but the user cannot choose them.
///
/// ```swift
/// let menu = CarMenu(shelf: shelf, limits: CarLimits(rows: 12))
/// for tab in await menu.keptTabs() { print(tab.title, tab.list.emptyReason ?? "\(tab.list.rows.count) rows") }
/// let tabs = await menu.tabs()  // as the server has them now
/// if let id = tabs.first?.list.rows.first?.playable { player.open(id) }
/// ```
/// Through rows that open lists, the user reaches at most four lists in a row: a tab, a library, a section of the library and, for example,
/// the books of a series.
public struct CarMenu: Sendable {
  private let shelf: ShelfService
  private let tree: BrowseTree
  private let limits: CarLimits
  private let downloads: @Sendable () async -> [ShelfRow]

  /// Creates the menu of an account. Sends no request.
  /// - Parameters:
  ///   - limits: the highest numbers of tabs, sections and rows that the car shows.
  ///   - downloads: returns the rows of the items that play without a network. If nil, the menu shows the complete downloads of
  ///     ``ShelfService/downloads``.
  public init(
    shelf: ShelfService, limits: CarLimits = CarLimits(), downloads: (@Sendable () async -> [ShelfRow])? = nil
  ) {
    let playable = downloads ?? { [store = shelf.downloads] in await store.playableRows() }
    (self.shelf, self.limits, self.downloads) = (shelf, limits, playable)
    tree = BrowseTree(shelf: shelf, downloads: playable)
  }

  /// Returns the tabs with the lists that are stored on this device. Sends no request.
  public func keptTabs() async -> [CarTab] { await tabs(asking: false) }

  /// Returns the tabs, after requesting their lists from the server. If the request of a list fails, the tab shows the list that is stored
  /// on this device. The list is empty, and ``CarList/emptyReason`` explains the error, if no list is stored, if the user has signed out,
  /// or if the server responds that the list is gone or forbidden.
  public func tabs() async -> [CarTab] { await tabs(asking: true) }

  /// Returns the list that a row opens, from the server. If the server cannot be reached, returns the list that is stored on this device.
  /// - Parameter row: a row whose ``CarList/Row/playable`` is nil.
  public func list(of row: CarList.Row) async -> CarList {
    let found = await read(row.id, asking: true)
    return await list(
      row.title, [(nil, found.rows)], found, empty: texts("shelf.car.empty", english: "There is nothing in this list."))
  }

  /// Returns the list of a tab as stored on this device, even if ``CarLimits/tabs`` leaves out this tab. Sends no request.
  public func keptList(of tab: CarTab.Kind) async -> CarList { await list(of: tab, asking: false) }

  /// Calls `changed` after each change of the data in the lists, and each time that the server becomes reachable or unreachable, until the
  /// returned token is released. In `changed`, read ``keptTabs()`` again.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      shelf.upNext.observe(changed), shelf.queueStore.observe(changed), shelf.progressStore.observe(changed),
      shelf.rowStore.observe(changed), shelf.downloads.observe(changed),
      shelf.client.connectivity.observe { _ in changed() },
    ]
    return ObservationToken { _ = tokens }
  }

  private var texts: Texts { shelf.client.environment.texts }
  private var isOffline: Bool { shelf.client.connectivity.status == .offline }

  // MARK: Tabs

  private func tabs(asking: Bool) async -> [CarTab] {
    var lists: [CarTab.Kind: CarList] = [:]
    for kind in CarTab.Kind.allCases { lists[kind] = await list(of: kind, asking: asking) }
    // Order the tabs after the requests, because the requests update `isOffline`.
    let order: [CarTab.Kind] =
      isOffline
      ? [.downloads, .continueListening, .queue, .library] : [.continueListening, .library, .queue, .downloads]
    return order.prefix(limits.tabs).compactMap { kind in
      lists[kind].map { CarTab(id: kind, title: $0.title, list: $0) }
    }
  }

  private func list(of kind: CarTab.Kind, asking: Bool) async -> CarList {
    switch kind {
    case .continueListening:
      let found = await read(.continueListening, asking: asking)
      return await list(
        texts("shelf.browse.continue", english: "Continue Listening"), [(nil, found.rows)], found,
        empty: texts(
          "shelf.car.continue.empty", english: "Nothing is in progress. Books and episodes that you begin appear here.")
      )
    case .downloads:
      let found = await read(.downloads, asking: false)
      return await list(
        texts("shelf.browse.downloads", english: "Downloads"), [(nil, found.rows)], found,
        empty: texts(
          "shelf.downloads.empty", english: "Nothing is kept on this device. Downloads can be played without a network."
        ))
    case .library:
      var found = await read(.root, asking: asking)
      found.rows.removeAll { if case .library = $0.id { false } else { true } }
      if found.rows.count == 1, let only = found.rows.first {
        found = await read(only.id, asking: asking)
        // Leave out the items in progress: another tab shows them.
        found.rows.removeAll { if case .section(.continueListening, _) = $0.id { true } else { false } }
      }
      return await list(
        texts("shelf.car.library", english: "Library"), [(nil, found.rows)], found,
        empty: texts("shelf.car.library.empty", english: "The server has no library for this account."))
    case .queue: return await queue(asking: asking)
    }
  }

  private func queue(asking: Bool) async -> CarList {
    var found = Found()
    var shown: ContinueList?
    do throws(ClientError) {
      if asking { do throws(ClientError) { try await shelf.queueStore.refresh() } catch { found.error = error } }
      let kept = try await ContinueList(shelf.upNext, shelf.queueStore, shelf.progressStore)
      found.isKnown = kept.isLatestKnown
      shown = kept
    } catch { found.error = error }
    return await list(
      texts("shelf.car.queue", english: "Queue"),
      [
        (texts("shelf.car.upNext", english: "Up Next"), (shown?.upNext ?? []).map { CarList.Row($0) }),
        (texts("shelf.browse.latest", english: "Latest"), (shown?.latest ?? []).map { CarList.Row($0) }),
      ], found,
      empty: texts("shelf.car.queue.empty", english: "The queue is empty. Add books and episodes to it in the app."))
  }

  // MARK: Lists

  /// The result of reading a menu.
  private struct Found {
    var rows: [CarList.Row] = []
    /// Whether this device has ever received this menu from the server.
    var isKnown = true
    var error: ClientError?
  }

  private func read(_ place: BrowsePlace, asking: Bool) async -> Found {
    // Read more rows than the car shows: without a network, rows from the end may move to the top because their items are on this device.
    let limit = max(50, limits.rows)
    do throws(ClientError) {
      if asking { return Found(rows: try await tree.children(of: place, limit: limit).compactMap(CarList.Row.init)) }
      let kept = try await tree.kept(place, limit: limit)
      return Found(rows: (kept ?? []).compactMap(CarList.Row.init), isKnown: kept != nil)
    } catch { return Found(error: error) }
  }

  private func list(
    _ title: String, _ sections: [(title: String?, rows: [CarList.Row])], _ found: Found, empty: String
  ) async -> CarList {
    let (onDevice, isOffline) = (Set(await downloads().compactMap(\.playable)), isOffline)
    let filled = sections.map { section in
      let rows = section.rows.map { row in
        with(row) {
          $0.isOnDevice = row.playable.map(onDevice.contains) ?? false
          $0.isEnabled = row.playable == nil || $0.isOnDevice || !isOffline
        }
      }
      return CarList.Section(
        title: section.title, rows: isOffline ? rows.filter(\.isOnDevice) + rows.filter { !$0.isOnDevice } : rows)
    }
    return CarList(title: title, sections: filled, limits: limits, reason: reason(found, empty))
  }

  private func reason(_ found: Found, _ empty: String) -> String {
    if let error = found.error { return error.text(texts) }
    if found.isKnown { return empty }
    return isOffline
      ? texts("shelf.car.notKept", english: "This list appears here when the server can be reached.")
      : texts("shelf.car.loading", english: "Loading…")
  }
}
