public import MediaCore

/// Lists: which there are, what is in the open one, and every change to them.
@MainActor
public final class ListsViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    /// In the user's own order; the personal list alone while nothing is known.
    public var lists: LoadState<[VaultList]> = .idle
    /// The list whose titles are shown.
    public var opened: ListID?
    public var contents: LoadState<ListContents> = .idle
    /// Lists that titles of the open one can go to.
    public var targets: [ListTarget] = []
    /// A move that can be taken back, for ten seconds.
    public var undoable: ListTransfer?
    public var pendingCount = 0
    public var notice: String?

    /// What the personal list shows as its number: rows, not the server's count.
    public var personalCount: Int?
  }

  /// How long a move can be taken back.
  public static let undoTime = Duration.seconds(10)

  public let publisher = StatePublisher(State())
  public let activities = Activities()

  let vault: VaultService
  let screen: VaultScreen
  private let texts: Texts

  public init(vault: VaultService) {
    self.vault = vault
    texts = vault.client.environment.texts
    screen = VaultScreen(vault.client)
    listen()
  }

  // MARK: Loading

  /// Shows what is kept, then what the server says.
  public func load() {
    activities.start("load") { [weak self] in
      guard let self else { return }
      await self.showKept()
      self.publisher.state.lists = .loading(self.state.lists.value)
      do throws(ClientError) {
        try await self.vault.store.refreshLists()
        guard !Task.isCancelled else { return }
        await self.showKept()
      } catch {
        guard !error.isCancellation, !Task.isCancelled else { return }
        self.publisher.state.lists = .failed(error, self.state.lists.value ?? [self.personal])
      }
    }
  }

  /// The personal list by itself, for when nothing else is known.
  private var personal: VaultList {
    var list = VaultList(id: .personal, name: texts("vault.list.personal", english: "My Watchlist"))
    list.type = .personal
    list.color = ListDraft.standardColor
    list.icon = "📱"
    return list
  }

  /// Opens a list.
  public func open(_ list: ListID) {
    publisher.state.opened = list
    publisher.state.contents = .idle
    publisher.state.targets = []
    activities.start("open") { [weak self] in
      guard let self else { return }
      await self.showKept()
      guard !Task.isCancelled else { return }
      // That look can have forgotten another account; what is to be opened was asked for since.
      self.publisher.state.opened = list
      self.publisher.state.contents = .loading(self.state.contents.value)
      do throws(ClientError) {
        try await self.vault.store.refreshContents(of: list)
        guard !Task.isCancelled, self.state.opened == list else { return }
        await self.showKept()
        guard let number = list.number, number > 0 else { return }
        let targets = (try? await self.vault.lists.targets(for: number).all()) ?? []
        if self.state.opened == list { self.publisher.state.targets = targets }
      } catch {
        guard !error.isCancellation, !Task.isCancelled, self.state.opened == list else { return }
        self.publisher.state.contents = .failed(error, self.state.contents.value)
      }
    }
  }

  /// Puts the lists into an order of the user's own; lists that are not named come last.
  public func setOrder(_ ids: [ListID]) {
    vault.preferences.setListOrder(ids)
    if let lists = state.lists.value {
      publisher.state.lists = .loaded(ordered(lists), asOf: vault.client.environment.clock.now())
    }
  }

  private func ordered(_ lists: [VaultList]) -> [VaultList] {
    let order = vault.preferences.listOrder
    func rank(_ list: VaultList) -> Int { order.firstIndex(of: list.id) ?? order.count }
    return lists.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  // MARK: Lists

  /// Makes a list; without a name nothing happens but a notice.
  public func create(_ draft: ListDraft) {
    act { store throws(ClientError) in _ = try await store.createList(draft) }
  }

  public func update(_ list: Int, _ change: ListDraft) {
    act { store throws(ClientError) in _ = try await store.updateList(list, change) }
  }

  /// Deletes an own list; its titles come back to the watchlist.
  public func delete(_ list: Int) {
    close(list)
    act { store throws(ClientError) in try await store.deleteList(list) }
  }

  /// Leaves a list that somebody else shares.
  public func leave(_ list: Int) {
    close(list)
    act { store throws(ClientError) in _ = try await store.leaveList(list) }
  }

  public func share(_ list: Int, with username: String, _ permission: SharePermission = .view) {
    act { store throws(ClientError) in _ = try await store.shareList(list, with: username, permission) }
  }

  private func close(_ list: Int) {
    guard state.opened == .list(list) else { return }
    activities.cancel("open")
    publisher.state.opened = nil
    publisher.state.contents = .idle
  }

  // MARK: Titles

  public func add(_ item: ListItem, to list: Int, notes: String? = nil) {
    act { store throws(ClientError) in _ = try await store.add(item, to: list, notes: notes) }
  }

  /// Takes a title out of a list. Where a film and a series share the id and the server would take the wrong one, it stays and
  /// a notice says why.
  public func remove(_ item: ListItem, from list: Int) {
    act { store throws(ClientError) in _ = try await store.remove(item, from: list) }
  }

  /// Sets the list's own mark or note.
  public func mark(_ item: ListItem, in list: Int, _ mark: ItemMark) {
    act { store throws(ClientError) in _ = try await store.mark(item, in: list, mark) }
  }

  /// Copies or moves titles. A move can be taken back for ten seconds.
  public func transfer(_ transfer: ListTransfer) {
    act { store throws(ClientError) in _ = try await store.transfer(transfer) }
    guard let undone = transfer.undone else { return }
    publisher.state.undoable = undone
    let clock = vault.client.environment.clock
    activities.start("undo") { [weak self] in
      do { try await clock.sleep(for: Self.undoTime, as: .watchdog) } catch { return }
      self?.publisher.state.undoable = nil
    }
  }

  public var lastingActivities: Set<String> { ["undo"] }

  /// Takes the last move back.
  public func undo() {
    guard let undone = state.undoable else { return }
    activities.cancel("undo")
    publisher.state.undoable = nil
    act { store throws(ClientError) in _ = try await store.transfer(undone) }
  }

  public func dismissNotice() { publisher.state.notice = nil }

  // MARK: Parts

  var isShowing: Bool { state.lists != .idle || state.opened != nil }

  func forget() {
    activities.cancel("undo")
    publisher.state = State()
  }

  func look() async {
    publisher.state.pendingCount = (try? await vault.outbox.open().count) ?? 0
    if let kept = try? await vault.store.lists() { show(kept) }
    publisher.state.personalCount = (try? await vault.store.library())?.value.entries.count
    guard let opened = state.opened, let kept = try? await vault.store.contents(of: opened), state.opened == opened
    else { return }
    publisher.state.contents = .loaded(kept.value, asOf: kept.asOf)
  }

  private func show(_ lists: Dated<[VaultList]>) {
    publisher.state.lists = .loaded(ordered(lists.value), asOf: lists.asOf)
  }
}
