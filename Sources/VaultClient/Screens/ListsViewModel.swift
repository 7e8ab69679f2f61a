public import MediaCore

/// The screen of the lists. The screen shows the lists and the titles of the open list, and has a method for every change of them.
///
/// A list that is created without a network has a provisional (negative) number. All methods accept this number. After a move, ``undo()``
/// can undo the move for as long as ``State/undoable`` is set.
///
/// ```swift
/// let lists = ListsViewModel(vault: vault)
/// lists.onChange = { state in render(state.lists.value ?? []) }
/// lists.load()
/// lists.create(ListDraft(name: "Weekend"))
/// ```
@MainActor
public final class ListsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The lists in the user's own order. If loading has failed and no lists are cached, this is only the personal list.
    public var lists: LoadState<[VaultList]> = .idle
    /// The list whose titles are shown; nil if no list is open.
    public var opened: ListID?
    /// The titles of the open list.
    public var contents: LoadState<ListContents> = .idle
    /// The lists to which titles of the open list can be copied or moved.
    public var targets: [ListTarget] = []
    /// The transfer that ``ListsViewModel/undo()`` sends to undo the last move. Becomes nil ten seconds after the move, and if the server
    /// refuses the move. Titles that the target list had before the move are left out as soon as this device has read that list. If no title
    /// is left, this is nil.
    public var undoable: ListTransfer?
    /// A copy or a move that waits for the user's answer, because the target list already has some of the titles. Set until
    /// ``ListsViewModel/confirmTransfer(skipping:)`` or ``ListsViewModel/cancelTransfer()`` is called.
    public var duplicates: DuplicateWarning?
    /// The number of changes that are not on the server yet.
    public var pendingCount = 0
    /// The number of titles to show for the personal list. This is the number of rows on the screen, not the number that the server sends.
    public var personalCount: Int?
    public var error: ClientError?
    public var notice: String?
    public var isRefreshing = false
  }

  /// The time for which a move can be undone: ten seconds.
  public static let undoTime = MediaCore.undoTime

  public var publisher: StatePublisher<State> { screen.publisher }
  let screen: StoreScreen<State>
  let vault: VaultService
  /// The state of loading the open list; nil once the server has sent its titles.
  private var opening: Opening?
  /// The server's numbers of lists that were made on this device, by their provisional numbers.
  private var numbers: [Int: Int] = [:]
  /// The move that ``State/undoable`` undoes. Nil before the first move and after an undo.
  private var latestMove: Move?

  private enum Opening {
    case loading
    case failed(ClientError)
  }

  @MainActor
  private final class Move {
    /// Nil until this device has stored the move.
    var change: Submission?
  }

  /// Creates the view model. It makes no request before `load()` is called.
  public init(vault: VaultService) {
    self.vault = vault
    screen = StoreScreen(State(), vault)
    screen.attach(self, observing: [vault.store.observe], longestAge: .seconds(900)) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.fetch()
    } reset: { model in
      for kind in ["targets", "propose"] { model.screen.activities.cancel(kind) }
      model.screen.takeUndo(\.undoable)
      model.latestMove = nil
      model.screen.state = State()
    }
  }

  // MARK: Showing

  private func fetch() async throws(ClientError) {
    try await vault.store.refreshLists()
    // If the list is being opened now, `openNow(_:)` reads its titles.
    if case .loading? = opening { return }
    guard let opened = state.opened else { return }
    do throws(ClientError) {
      try await vault.store.refreshContents(of: opened)
      if state.opened == opened { opening = nil }
    } catch {
      if error.isCancellation { throw error }
      // The lists were read: only the open one has failed, for example because another device has deleted it.
      if state.opened == opened { opening = .failed(error) }
    }
  }

  private func render() async {
    await reviewUndo()
    let view = await vault.store.view()
    let lists = view?.value.lists
    let isNumberNew = view.map { follow($0.value.numbers) } ?? false
    screen.state.pendingCount = view?.open.count ?? 0
    screen.state.personalCount = view?.value.library?.value.entries.count
    // Compare by the server's numbers: a list that was made here gets its number while it is shown.
    let shown = state.lists.value?.map { list in with(list) { $0.id = numbered($0.id) } }
    let rows = lists.map { screen.steady(ordered($0.value), over: shown) }
    screen.state.lists = screen.loadState(rows ?? state.lists.value, asOf: lists?.asOf)
    if case .failed(let error, nil) = state.lists { screen.state.lists = .failed(error, [personal]) }
    guard let opened = state.opened else { return }
    let contents = view?.value.contents(of: opened)
    let titles = contents?.value.steady(over: state.contents.value, on: screen) ?? state.contents.value
    switch opening {
    case .loading: screen.state.contents = .loading(titles)
    case .failed(let error): screen.state.contents = .failed(error, titles)
    case nil:
      if let contents, let titles { screen.state.contents = .loaded(titles, asOf: contents.asOf) }
      if isNumberNew { screen.activities.start("targets") { [weak self] in await self?.showTargets(of: opened) } }
    }
  }

  /// - Returns: whether the open list has got its number from the server.
  private func follow(_ newer: [Int: Int]) -> Bool {
    let before = state.opened.map(numbered)
    numbers = newer
    return state.opened.map(numbered) != before
  }

  /// The server's number of a list; the provisional one of a list that the server has not numbered yet.
  private func numbered(_ list: ListID) -> ListID { list.number.flatMap { numbers[$0] }.map(ListID.list) ?? list }

  /// The personal list alone, for when nothing else is cached.
  private var personal: VaultList {
    with(VaultList(id: .personal)) {
      $0.name = vault.client.environment.texts("vault.list.personal", english: "My Watchlist")
      $0.type = .personal
      $0.color = ListDraft.standardColor
      $0.icon = "📱"
    }
  }

  /// Opens a list and shows its titles in ``State/contents``.
  public func open(_ list: ListID) {
    screen.activities.cancel("targets")
    screen.state.opened = list
    screen.state.contents = .idle
    screen.state.targets = []
    opening = .loading
    screen.activities.start("open") { [weak self] in await self?.openNow(list) }
  }

  private func openNow(_ list: ListID) async {
    await screen.show()
    guard !Task.isCancelled else { return }
    // If the account has changed, `show()` clears `opened`. Set `opened` again: the user opened this list in the new account.
    screen.state.opened = list
    var problem: ClientError?
    do throws(ClientError) { try await vault.store.refreshContents(of: list) } catch { problem = error }
    guard !Task.isCancelled, state.opened == list else { return }
    if let problem, problem.isCancellation { return }
    opening = problem.map { .failed($0) }
    await screen.show()
    if problem == nil { await showTargets(of: list) }
  }

  private func showTargets(of list: ListID) async {
    guard let id = list.number, let number = try? await vault.store.number(of: id), number > 0 else { return }
    let targets = (try? await vault.lists.targets(for: number).all()) ?? state.targets
    if !Task.isCancelled, state.opened == list { screen.state.targets = targets }
  }

  /// Sets the order in which the user has arranged the lists. Lists that are not in `ids` come last.
  public func setOrder(_ ids: [ListID]) {
    vault.preferences.setListOrder(ids)
    screen.state.lists = state.lists.map(ordered)
  }

  private func ordered(_ lists: [VaultList]) -> [VaultList] {
    let order = vault.preferences.listOrder.map(numbered)
    func rank(_ list: VaultList) -> Int { order.firstIndex(of: numbered(list.id)) ?? order.count }
    return lists.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  // MARK: Lists

  /// Creates a list. If the draft has no name, no list is created and a notice is shown.
  public func create(_ draft: ListDraft) { screen.act(on: vault) { [try await $0.createList(draft).submission] } }

  /// Changes a list. The screen shows the change at once. Members of `change` that are nil are not changed.
  public func update(_ list: Int, _ change: ListDraft) {
    screen.act(on: vault) { [try await $0.updateList(list, change)] }
  }

  /// Deletes one of the user's own lists. The titles of the list return to the watchlist.
  public func delete(_ list: Int) {
    close(list)
    screen.act(on: vault) { try await $0.deleteList(list) }
  }

  /// Removes the user from a list that another user shares. One of the user's own lists stays, and a notice is shown.
  public func leave(_ list: Int) {
    close(list)
    screen.act(on: vault) { [try await $0.leaveList(list)] }
  }

  /// Shares a list, now or as soon as the server can be reached. The server does not show with whom a list is shared.
  public func share(_ list: Int, with username: String, _ permission: SharePermission = .view) {
    screen.act(on: vault) { [try await $0.shareList(list, with: username, permission)] }
  }

  private func close(_ list: Int) {
    guard state.opened.map(numbered) == numbered(.list(list)) else { return }
    for kind in ["open", "targets"] { screen.activities.cancel(kind) }
    screen.state.opened = nil
    screen.state.contents = .idle
  }

  // MARK: Titles

  /// Adds a title to a list. The screen shows the title at once, and the change is sent as soon as the server can be reached.
  public func add(_ item: ListItem, to list: Int, notes: String? = nil) {
    screen.act(on: vault) { [try await $0.add(item, to: list, notes: notes)] }
  }

  /// Removes a title from a list. If the list holds a film and a series with the same id, removes only the title whose kind is that of
  /// `item`.
  public func remove(_ item: ListItem, from list: Int) {
    screen.act(on: vault) { [try await $0.remove(item, from: list)] }
  }

  /// Sets the mark or the note that a list stores for one of its titles.
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) {
    screen.act(on: vault) { [try await $0.mark(item, in: list, mark)] }
  }

  /// Copies or moves titles. A move can be undone for ten seconds with ``undo()``. Titles that the target list had before the move stay there
  /// when the move is undone, and do not return to the source list.
  public func transfer(_ transfer: ListTransfer) {
    let move = transfer.operation == .move ? Move() : nil
    if let move, let undone = transfer.undone {
      latestMove = move
      screen.offerUndo(undone, in: \.undoable, since: screen.era, vault.client.environment.clock)
    }
    screen.activities.start("act", replacing: false) { [self] in
      let isAccepted = await screen.perform { () async throws(ClientError) in
        // Read the target's titles inside `perform`, otherwise a later change of the user could be made before the transfer.
        await keepTitles(ofTargetOf: transfer, move)
        let change = try await vault.store.transfer(transfer)
        move?.change = change
        return [change]
      }
      if isAccepted { await refreshTargets() } else { leaveOut(of: move) { _ in true } }
    }
  }

  /// Leaves the titles that the target list already has out of `undoable`, so that undoing the move does not take them out of that list.
  private func keepTitles(ofTargetOf transfer: ListTransfer, _ move: Move?) async {
    guard move != nil, let titles = await vault.store.view()?.value.contents(of: .list(transfer.target))?.value else {
      return
    }
    leaveOut(of: move) { titles.holds($0) }
  }

  /// Withdraws the offer to undo the last move if the server has refused the move. Otherwise removes from the offer each title that was in
  /// the target list before the move, because the undo would take that title out of the target list. The offer may include such titles,
  /// because the cached titles of the target list can be out of date or missing.
  private func reviewUndo() async {
    guard state.undoable != nil, let move = latestMove, let change = move.change else { return }
    var isRefused = false
    if case .refused = await change.outcome() { isRefused = true }
    let titles = vault.store.deliveries.titles(before: change.id)
    leaveOut(of: move) { isRefused || titles.contains($0) }
  }

  /// Leaves titles out of the offer to undo `move`. If none is left, ends the offer. Does nothing if `move` is not the last move.
  private func leaveOut(of move: Move?, _ isLeftOut: (ListItem) -> Bool) {
    guard let move, move === latestMove, let items = state.undoable?.items.filter({ !isLeftOut($0) }) else { return }
    if items.isEmpty { screen.takeUndo(\.undoable) } else { screen.state.undoable?.items = items }
  }

  /// Undoes the last move. If the move was not sent yet, the move is cancelled. Does nothing if ``State/undoable`` is nil.
  public func undo() {
    guard let undone = screen.takeUndo(\.undoable), let move = latestMove else { return }
    latestMove = nil
    screen.activities.start("act", replacing: false) { [self] in
      let isUndone = await screen.perform { () async throws(ClientError) in
        guard let change = move.change else { return [] }
        return try await vault.store.undo(change, by: undone)
      }
      if isUndone { await refreshTargets() }
    }
  }

  /// Reads the targets again after a transfer, because the transfer changes the number of titles that each target shows. Reads nothing
  /// while changes wait to be sent.
  private func refreshTargets() async {
    guard state.pendingCount == 0, !state.targets.isEmpty, let opened = state.opened else { return }
    await showTargets(of: opened)
  }
}
