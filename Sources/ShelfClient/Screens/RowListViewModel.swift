public import MediaCore

/// The base class of screens that show a list of rows with endless paging. The screen first shows the rows that are stored on this device,
/// and then refreshes them from the server.
@MainActor
public class RowListViewModel<State: RowListState>: ViewModel {
  public var publisher: StatePublisher<State> { screen.publisher }
  let shelf: ShelfService
  let screen: StoreScreen<State>
  let paging: RowPaging<State>

  /// The subclass connects ``paging``.
  init(_ state: State, _ list: RowList, shelf: ShelfService) {
    self.shelf = shelf
    screen = StoreScreen(state, accounts: shelf.client.accounts)
    paging = RowPaging(list, screen: screen, store: shelf.rowStore)
  }

  /// Refreshes the page of the list that contains the row with this id, if the page has not been refreshed from the server yet. If the row
  /// is on the last loaded page, also requests the next page of the list. Call this method when the row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for an app with a “load more” button instead of endless scrolling.
  public func loadMore() { paging.loadMore() }

  /// The wanted number of rows for each request, within 1 and ``RowStore/largestPage``.
  static func pageSize(_ wanted: Int) -> Int { min(max(wanted, 1), RowStore.largestPage) }

  /// Makes a change and shows it. Once the server has accepted or refused it, reads and shows the server's list.
  func change(_ body: @escaping @Sendable () async throws(ClientError) -> Submission) {
    changeAll { () async throws(ClientError) in [try await body()] }
  }

  /// Makes changes as ``change(_:)`` makes one.
  func changeAll(_ body: @escaping @MainActor @Sendable () async throws(ClientError) -> [Submission]) {
    screen.activities.start("act", replacing: false) { [self] in
      var submissions: [Submission]?
      await screen.perform { () async throws(ClientError) in
        let made = try await body()
        submissions = made
        return made
      }
      guard let submissions else { return }
      for submission in submissions { if case .waiting = await submission.outcome() { return } }
      // If the refresh fails, the shown rows stay. After deleting the list, the server answers `notFound`, which is no error.
      let began = screen.noteTry()
      do throws(ClientError) { try await paging.fetch() } catch { return }
      screen.noteAnswer(began)
      await screen.show()
    }
  }
}

/// The state of a screen on which entries of a list, or whole lists, are removed.
protocol ListRemovingState: RowListState {
  var undoable: ListRemoval? { get set }
}

extension PlainRowListState: ListRemovingState {}
extension ItemListState: ListRemovingState {}

extension RowListViewModel where State: ListRemovingState {
  /// Makes a removal, and offers for a while to undo it.
  func removeUndoably(
    _ body:
      @escaping @MainActor @Sendable () async throws(ClientError) -> (removal: ListRemoval, submission: Submission)
  ) {
    let era = screen.era
    changeAll { [screen, clock = shelf.client.environment.clock] () async throws(ClientError) in
      let (removal, submission) = try await body()
      // A second removal of the same entries has none of them: keep the offer of the first one.
      if removal.isWhole || !removal.rows.isEmpty { screen.offerUndo(removal, in: \.undoable, since: era, clock) }
      return [submission]
    }
  }

  /// Undoes the removal that is offered.
  /// - Parameter restored: called with the id of the list.
  func undoRemoval(in store: ItemListStore, _ restored: @escaping @MainActor @Sendable (String) -> Void = { _ in }) {
    guard let removal = screen.takeUndo(\.undoable) else { return }
    changeAll { () async throws(ClientError) in
      let (id, submissions) = try await store.restore(removal)
      restored(id)
      return submissions
    }
  }
}

/// The state of a screen that shows a list of rows, whose order and filter the user cannot choose.
public struct PlainRowListState: RowListState {
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// Whether the next page of the list is being loaded.
  public var isLoadingMore = false
  /// The playlist or collection that was removed last on this screen, which `undoRemoval()` restores. Nil ten seconds after the removal, and on
  /// screens of other lists.
  public var undoable: ListRemoval?
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  public init() {}
}
