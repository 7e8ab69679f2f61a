import MediaCore

/// The state of a screen that shows a list of rows.
public protocol RowListState: ScreenState {
  /// The rows to show. At first these are the rows that are stored on this device; rows that the server sends later replace or follow them.
  var rows: LoadState<[ShelfRow]> { get set }
  /// The number of all rows that the list has on the server; nil while the number is not known.
  var total: Int? { get set }
  /// Whether the server has more rows than ``rows``.
  var hasMore: Bool { get set }
  /// Whether the next page of the list is being loaded.
  var isLoadingMore: Bool { get set }
}

/// Endless paging over a ``RowStore``, for any screen with a list of rows.
///
/// Loading shows the cached rows and confirms the first page with a conditional request. Every other page is confirmed when one of its
/// rows appears, and the next one is requested before the last row appears. So an unchanged, cached list costs one conditional request
/// for each page that the user looks at, and no request for others.
///
/// A row that the server removes, adds or moves shifts all rows behind it, and one of them could fall between two pages. If a page is new
/// or has other rows, the page before it is therefore also confirmed, and so on back to an unchanged page.
///
/// A page whose request failed is requested again after the next refresh, and when a row of the page or of one beside it appears: rows that
/// are already on the screen do not appear a second time.
@MainActor
final class RowPaging<State: RowListState> {
  private let screen: StoreScreen<State>
  private let store: RowStore
  private(set) var list: RowList
  /// Pages that the server has confirmed since the last refresh.
  private var confirmed: Set<Int> = []
  /// Pages that were asked for, and that the server has not sent because their request failed.
  private var missing: Set<Int> = []
  /// The last error of each page, for those in `missing`.
  private var pageErrors: [Int: ClientError] = [:]
  /// Pages whose rows appeared while the first page was read: the answer makes them unconfirmed.
  private var appearedMeanwhile: Set<Int> = []
  /// The number of reads of the first page that are under way: a pull can begin before an earlier read has ended.
  private var firstReads = 0
  /// Whether the server has answered a refresh since `missing` was last requested.
  private var isRefreshed = false
  /// The order of requests and answers: for each page, its last answer.
  private var answeredAt: [Int: Int] = [:]
  private var steps = 0
  /// The step at which the list was last read from its beginning.
  private var refreshedAt = 0
  /// The pages after the first one, shown where the store has removed a page to make room for other lists.
  private var loaded: [Int: RowPage] = [:]
  /// The first page, shown when the store has removed it to make room for other lists. Nil for playlists and collections: only a page of
  /// the store shows changes that wait.
  private var first: RowStore.Reading?
  /// The page of each shown row.
  private var pages: [String: Int] = [:]
  private var isShown = false
  /// The name of a playlist or collection, and whether it is removed; nil while that is not known.
  private(set) var title: String?
  private(set) var isGone: Bool?
  /// Shows more of changed rows in the same state, such as their letters.
  var rowsChanged: (@MainActor (inout State) -> Void)?
  /// Returns the ids of the given rows that the list has on the server and the screen does not show, such as those of finished items.
  /// ``render()`` calls it before it shows the rows: a row that is taken away afterwards would be on the screen for a moment.
  var hidden: (@MainActor ([ShelfRow]) async -> Set<ShelfRow.ID>)?

  init(_ list: RowList, screen: StoreScreen<State>, store: RowStore) {
    self.list = list
    self.screen = screen
    self.store = store
    screen.lastingError = { [weak self] in self?.pageError }
  }

  /// The error of the first page that the server has not sent. A read that the screen starts by itself asks for the first page and has no
  /// error then: without this one, the error would vanish and come back at each such read, for as long as the page fails.
  private var pageError: ClientError? { missing.sorted().lazy.compactMap { self.pageErrors[$0] }.first }

  /// Connects the screen of `model`, which owns this paging.
  /// - Parameters:
  ///   - observing: further stores.
  ///   - longestAge: the age at which the observed screen reads its first page again by itself.
  ///   - render: shows more, after the rows.
  ///   - fetch: requests more, after the first page.
  ///   - failed: called with the error of a failed load.
  func attach<Model: AnyObject & Sendable>(
    _ model: Model,
    observing: [(@escaping @Sendable () -> Void) -> ObservationToken] = [], longestAge: Duration = .seconds(900),
    render: @escaping @MainActor @Sendable (Model) async -> Void = { _ in },
    fetch: @escaping @MainActor @Sendable (Model) async throws(ClientError) -> Void = { _ in },
    failed: @escaping @MainActor @Sendable (Model, ClientError) -> Void = { _, _ in },
    reset: @escaping @MainActor @Sendable (Model) -> Void = { _ in }
  ) {
    screen.attach(model, observing: [store.observe] + observing, longestAge: longestAge) { [weak self] model in
      await self?.render()
      await render(model)
    } fetch: { [weak self] (model) async throws(ClientError) in
      do throws(ClientError) {
        try await self?.fetch()
        try await fetch(model)
      } catch {
        failed(model, error)
        throw error
      }
    } reset: { [weak self] model in
      self?.empty()
      reset(model)
    }
  }

  /// Shows another list: at once the kept rows, and then the server's.
  func change(to list: RowList) {
    guard list.key != self.list.key else { return }
    self.list = list
    empty()
    screen.load()
  }

  /// Empties the list and cancels its requests, for the `reset` of the screen.
  func empty() {
    // Cancel all requested pages: the list may have become shorter, so that `pages` lacks some of them.
    for page in requested.sorted() { screen.activities.cancel(Self.kind(page)) }
    requested = []
    (confirmed, loaded, pages, isShown) = ([], [:], [:], false)
    (missing, pageErrors, appearedMeanwhile, isRefreshed) = ([], [:], [], false)
    first = nil
    answeredAt = [:]
    (title, isGone) = (nil, nil)
    var state = screen.state
    state.rows = .idle
    state.total = nil
    state.hasMore = false
    state.isLoadingMore = false
    rowsChanged?(&state)
    screen.state = state
  }

  private var shownPages = 0
  /// Pages that were requested since the list was emptied.
  private var requested: Set<Int> = []
  private static func kind(_ page: Int) -> String { "page-\(page)" }

  // MARK: Showing

  func render() async {
    let list = list
    if !isShown, let beginning = (try? await store.beginning(of: list)) ?? nil {
      let hidden = await hiddenRows(of: beginning)
      if list.key == self.list.key { show(beginning, hidden) }
    }
    var kept = (try? await store.kept(list)) ?? nil
    if kept == nil, let first, let page = first.page, (try? await store.account()) == first.account {
      kept = KeptList(pages: [page], asOf: first.asOf)
    }
    let hidden = await hiddenRows(of: kept)
    guard list.key == self.list.key else { return }
    show(kept, hidden)
    // Request the pages whose request failed. Do this after `show` has counted the pages: if the list became shorter, some no longer exist.
    if isRefreshed, isShown {
      isRefreshed = false
      requestMissing(isOwn: screen.isQuiet) { _ in true }
    }
  }

  private func hiddenRows(of kept: KeptList?) async -> Set<ShelfRow.ID> {
    await hidden?(((kept?.pages ?? []) + loaded.values).flatMap(\.rows)) ?? []
  }

  private func show(_ kept: KeptList?, _ hidden: Set<ShelfRow.ID>) {
    var kept = kept
    if let count = kept?.pages.count {
      loaded = loaded.filter { $0.key >= count }
      while let page = loaded[kept?.pages.count ?? 0] { kept?.pages.append(page) }
    }
    let pagesBefore = shownPages
    isShown = kept != nil
    shownPages = kept?.pages.count ?? 0
    (title, isGone) = (kept?.pages.first?.title, kept.map { $0.pages.first?.isGone ?? false })
    pages = [:]
    var rows: [ShelfRow] = []
    for (number, page) in (kept?.pages ?? []).enumerated() {
      // Pages are loaded at different times, so two pages can contain a row that has moved: show it once.
      for row in page.rows where pages[row.id] == nil {
        pages[row.id] = number
        if !hidden.contains(row.id) { rows.append(row) }
      }
    }
    rows = steady(rows, pagesBefore)
    var state = screen.state
    state.rows = screen.loadState(kept == nil ? nil : rows, asOf: kept?.asOf)
    if case .idle = state.rows, screen.activities.isRunning("load") { state.rows = .loading(nil) }
    state.total = kept?.total ?? (kept?.hasMore(list) == false ? rows.count : nil)
    state.hasMore = kept?.hasMore(list) ?? false
    if state.rows.value != screen.state.rows.value { rowsChanged?(&state) }
    screen.state = state
  }

  /// After a read that nobody asked for, the shown rows keep their places: new ones among them wait for the next pull, while those of
  /// pages that were not shown yet follow at the end.
  private func steady(_ rows: [ShelfRow], _ pagesBefore: Int) -> [ShelfRow] {
    guard screen.keepsPlaces, let shown = screen.state.rows.value, !shown.isEmpty else { return rows }
    let known = Set(shown.map(\.id))
    return screen.steady(rows, over: shown)
      + rows.filter { pages[$0.id].map { $0 >= pagesBefore } ?? false && !known.contains($0.id) }
  }

  // MARK: Loading

  /// Whether the row is in the pages that the server sent last, also if the screen does not show the row yet: a read that the screen has
  /// started by itself adds no rows before the user pulls.
  func has(_ id: ShelfRow.ID) -> Bool { pages[id] != nil }

  /// Confirms the first page, for the `fetch` of the screen. The other pages are confirmed as they appear.
  func fetch() async throws(ClientError) {
    // A change that the user makes during the await ends the screen's quiet time.
    let (list, isQuiet) = (list, screen.isQuiet)
    // Skip this read for a shown random order if nobody asked for it: the server would send another order.
    if isQuiet, isShown, list.shuffled != nil { return isRefreshed = true }
    firstReads += 1
    defer { firstReads -= 1 }
    let reading = try await store.refresh(0, of: list)
    guard list.key == self.list.key else { return }
    // A new random order puts other rows into each page: forget the pages that failed in the order before.
    missing = list.shuffled == nil ? missing.union(appearedMeanwhile).subtracting([0]) : []
    (confirmed, isRefreshed) = ([0], true)
    // If another read is under way, its answer makes all pages unconfirmed again: keep the noted pages for it.
    if firstReads == 1 { appearedMeanwhile = [] }
    if !isQuiet { loaded = [:] }
    refreshedAt = nextStep()
    answeredAt = [0: refreshedAt]
    keep(reading, 0)
    if isQuiet, reading.isMoved { try await confirm(after: 0, of: list) }
  }

  /// Confirms the shown pages after `page`, up to one that is unchanged: a row that has moved to the next page would otherwise vanish.
  private func confirm(after page: Int, of list: RowList) async throws(ClientError) {
    var number = page + 1
    while number < min(shownPages, Self.mostConfirmed) {
      let reading = try await readAgain(number, of: list)
      guard list.key == self.list.key, !Task.isCancelled else { return }
      note(reading, number)
      if !reading.isMoved { return }
      number += 1
    }
  }

  /// Pages of a long list that a read by itself confirms at most.
  private static var mostConfirmed: Int { 5 }

  private func nextStep() -> Int {
    steps += 1
    return steps
  }

  /// Refreshes the row's page if needed, and requests the next page at the end. Call this when a row comes into view.
  func appear(_ id: ShelfRow.ID) {
    guard let page = pages[id] else { return }
    if page > 0, list.shuffled == nil {
      if !confirmed.contains(page) { request(page) }
      // `firstReads` is 0 for a moment if a pull has cancelled the read under way and its own read has not begun.
      if firstReads > 0 || screen.isReading { appearedMeanwhile.insert(page) }
    }
    requestMissing { abs($0 - page) <= 1 }
    if screen.state.hasMore, page == shownPages - 1 { request(shownPages) }
  }

  /// Requests the page behind the last one, for a button instead of scrolling.
  func loadMore() {
    if screen.state.hasMore { request(shownPages) }
  }

  /// Requests the pages again whose request failed. Pages behind the end of the list are dropped.
  /// - Parameter isOwn: whether the screen does so by itself, so that no error is shown.
  private func requestMissing(isOwn: Bool = false, _ isWanted: (Int) -> Bool) {
    missing = missing.filter { $0 < shownPages || $0 == shownPages && screen.state.hasMore }
    for page in missing.sorted() where isWanted(page) { request(page, isOwn: isOwn) }
  }

  private func request(_ page: Int, isOwn: Bool = false) {
    let kind = Self.kind(page)
    guard !screen.activities.isRunning(kind) else { return }
    if page >= shownPages { screen.state.isLoadingMore = true }
    requested.insert(page)
    let list = list
    screen.activities.start(kind) { [weak self] in await self?.load(page, of: list, isOwn: isOwn) }
  }

  private func load(_ page: Int, of list: RowList, isOwn: Bool) async {
    var problem: ClientError?
    // Compare before `read`, which changes `shownPages`.
    let isNext = page >= shownPages
    do throws(ClientError) { try await read(page, of: list) } catch { problem = error }
    // `empty()` has cancelled this task: the screen shows another list or account now.
    guard !Task.isCancelled else { return }
    if isNext { screen.state.isLoadingMore = false }
    if let problem {
      missing.insert(page)
      // Read the screen again once the network is back, also if no row appears by then.
      if problem.isTransient { screen.readSoon() }
      guard !problem.isCancellation else { return }
      pageErrors[page] = problem
      if !isOwn { screen.state.error = problem }
      return
    }
    missing.remove(page)
    screen.state.error = pageError
    await screen.showQuietly()
  }

  private func read(_ page: Int, of list: RowList) async throws(ClientError) {
    var begun = nextStep()
    var reading = try await store.refresh(page, of: list, after: screen.state.rows.value ?? [])
    // A refresh ended after this request began, so the answer may have outdated rows: request it again.
    while begun < refreshedAt, !Task.isCancelled, list.shuffled == nil {
      guard page < shownPages || screen.state.hasMore else { return }
      begun = nextStep()
      reading = try await store.refresh(page, of: list)
    }
    guard !Task.isCancelled else { return }
    note(reading, page)
    if reading.isMoved, list.shuffled == nil { try await confirm(before: page, since: begun, of: list) }
    // If this page reports another total than the first page, read the first page again.
    let total = try await store.beginning(of: list)?.pages.first?.total
    guard list.shuffled == nil, let new = reading.page?.total, total != new, !Task.isCancelled else { return }
    note(try await readAgain(0, of: list), 0)
  }

  /// Reads a page because another page has moved. If that fails, the page is missing: the rows that have moved could be in neither page.
  private func readAgain(_ page: Int, of list: RowList) async throws(ClientError) -> RowStore.Reading {
    do throws(ClientError) { return try await store.refresh(page, of: list) } catch {
      if list.key == self.list.key, !Task.isCancelled { missing.insert(page) }
      throw error
    }
  }

  private func note(_ reading: RowStore.Reading, _ page: Int) {
    confirmed.insert(page)
    missing.remove(page)
    pageErrors[page] = nil
    keep(reading, page)
    answeredAt[page] = nextStep()
  }

  private func keep(_ reading: RowStore.Reading, _ page: Int) {
    if page > 0 { loaded[page] = reading.page } else if list.family == nil { first = reading }
  }

  /// Confirms the pages before `page`, from the last one back to one that is unchanged.
  /// - Parameter begun: the step of the request for `page`: pages that were answered after it are no older than that page.
  private func confirm(before page: Int, since begun: Int, of list: RowList) async throws(ClientError) {
    for number in (0..<page).reversed() {
      if let step = answeredAt[number], step > begun { return }
      let reading = try await readAgain(number, of: list)
      guard !Task.isCancelled else { return }
      note(reading, number)
      if !reading.isMoved { return }
    }
  }
}
