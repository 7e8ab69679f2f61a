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
    screen.activities.start("act", replacing: false) { [self] in
      var submission: Submission?
      await screen.perform { () async throws(ClientError) in
        let made = try await body()
        submission = made
        return [made]
      }
      guard let submission else { return }
      if case .waiting = await submission.outcome() { return }
      // If the refresh fails, the shown rows stay. After deleting the list, the server answers `notFound`, which is no error.
      let began = screen.noteTry()
      do throws(ClientError) { try await paging.fetch() } catch { return }
      screen.noteAnswer(began)
      await screen.show()
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
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  public init() {}
}
