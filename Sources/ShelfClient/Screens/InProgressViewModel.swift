import MediaCore

/// The screen of the books and episodes in progress, from all libraries of the account, the one that was heard last first. The rows are
/// stored on this device. A row disappears as soon as its item is finished, also without a network.
@MainActor
public final class InProgressViewModel: RowListViewModel<InProgressViewModel.State> {
  /// The screen's state.
  public struct State: RowListState {
    public var rows: LoadState<[ShelfRow]> = .idle
    /// The progress of the rows, by their ids, with the changes of this device that are not on the server yet.
    public var progress: [ShelfRow.ID: KnownProgress] = [:]
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  /// The items in progress that were in the last event about the account and not in the list, for example because of its limit.
  private var omitted: Set<PlayableID> = []

  /// Creates the screen. It sends its first request when `load()` is called.
  /// - Parameter limit: the highest number of rows.
  public init(shelf: ShelfService, limit: Int = 50) {
    super.init(State(), shelf.lists.inProgress(limit: Self.pageSize(limit)), shelf: shelf)
    // The server's list may have been under way while an item was finished here.
    paging.hidden = { [shelf] rows in Set(await shelf.progressOfRows(rows).filter { $0.value.isFinished }.keys) }
    paging.attach(self, observing: [shelf.progressStore.observe], longestAge: .seconds(300)) { model in
      model.screen.state.progress = await model.shelf.progressOfRows(model.state.rows.value ?? [])
    } fetch: { (model) async throws(ClientError) in
      // If only the request for progress fails, show the new rows with the cached progress.
      do throws(ClientError) { try await model.shelf.progressStore.refresh() } catch {
        if error.isCancellation || error.kind == .signedOut { throw error }
      }
    } reset: { model in
      (model.screen.state.progress, model.omitted) = ([:], [])
    }
    shelf.live.refresh(screen, of: self) { $0.isConcerned(by: $1) }
  }

  /// Whether another device has begun an item that the list lacks, or an item is gone.
  private func isConcerned(by event: LiveEvent) -> Bool {
    switch event {
    case .progress(let change): isMissing(change.record)
    case .user(let user): hasNew(user.mediaProgress)
    case .itemRemoved(let id, _): state.rows.value?.contains { $0.playable?.libraryItemId == id } ?? false
    default: false
    }
  }

  /// Whether the records of the account have an item that the list lacks, and that the event before did not have. Dates do not show that:
  /// another device sends what it did without a network with the old date.
  private func hasNew(_ records: [MediaProgress]) -> Bool {
    let missing = Set(records.filter(isMissing).compactMap(\.playableID))
    defer { omitted = missing }
    return !missing.isSubset(of: omitted)
  }

  /// Whether a book or episode is in progress, but is not in the server's last list.
  private func isMissing(_ record: MediaProgress) -> Bool {
    guard let id = record.playableID, !record.isFinished, record.isBegun else { return false }
    return !paging.has(id.description)
  }
}

extension MediaProgress {
  /// Whether the user has listened to or read a part of the item.
  fileprivate var isBegun: Bool { (currentTime ?? 0) > 0 || (ebookProgress ?? 0) > 0 }
}
