public import MediaCore

/// The base of screens with a list of rows: endless paging, from the device first.
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

  /// Refreshes the row's page if needed, and requests the next page at the end. Call this when a row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for a button instead of scrolling.
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

/// The state of a list of rows without choices.
public struct PlainRowListState: RowListState {
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// Whether the next page is being loaded.
  public var isLoadingMore = false
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  public init() {}
}
