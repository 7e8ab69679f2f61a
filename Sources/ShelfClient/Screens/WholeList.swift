import MediaCore

/// The rows of a whole list, for one call that downloads or plays them all.
public struct WholeList: Sendable {
  /// The highest number of books or episodes that one call takes, from the beginning of the list.
  public static let limit = 500

  /// The rows of the list, at most ``limit``.
  var rows: [ShelfRow]
  /// The number of all rows; nil if ``rows`` are all of them.
  var total: Int?

  init(_ rows: [ShelfRow], of total: Int? = nil) {
    self.rows = Array(rows.prefix(Self.limit))
    let all = max(total ?? 0, rows.count)
    self.total = all > self.rows.count ? all : nil
  }
}

extension RowListState {
  /// Whether ``rows`` are all rows of the list. New rows that the server has reported may wait for the next pull: ``total`` counts them.
  var isWhole: Bool { !hasMore && total.map { $0 <= rows.value?.count ?? 0 } ?? true }
}

extension RowList {
  /// Requests the list page by page, up to the limit of ``WholeList``. A random order is requested in one piece.
  /// - Parameter shown: the rows on this device, used if the server cannot be reached.
  func whole(shown: [ShelfRow], total: Int?) async throws(ClientError) -> WholeList {
    do throws(ClientError) {
      if let shuffled {
        let page = try await shuffled(WholeList.limit)
        return WholeList(page.rows, of: page.total)
      }
      return try await wholePages()
    } catch {
      guard error.isTransient, !shown.isEmpty else { throw error }
      return WholeList(shown, of: total)
    }
  }

  private func wholePages() async throws(ClientError) -> WholeList {
    var rows: [ShelfRow] = []
    var ids: Set<ShelfRow.ID> = []
    var total: Int?
    for number in 0..<((WholeList.limit + limit - 1) / limit) {
      guard let page = try await fetch(number, nil) else { break }
      total = page.total ?? total
      // A row that has moved to the next page between two requests is in both of them.
      rows += page.rows.filter { ids.insert($0.id).inserted }
      let isLast = total.map { (number + 1) * limit >= $0 } ?? (page.rows.count < limit)
      if isLast || !isPaged || page.rows.isEmpty { return WholeList(rows) }
    }
    return WholeList(rows, of: total)
  }
}

extension ShelfRow {
  /// The book or episode that a download of this row is about, also if it has an ebook alone. Nil for a row of a podcast or a series.
  var downloadable: PlayableID? {
    if isMissing { return nil }
    return playable ?? (kind == .book ? PlayableID(libraryItemId: id) : nil)
  }
}

extension StoreScreen {
  /// Downloads the rows that `list` returns. A notice says how many were taken if those are not all, or that there are none.
  func downloadAll(
    _ shelf: ShelfService, _ list: @escaping @MainActor @Sendable () async throws(ClientError) -> WholeList
  ) {
    act(of: "whole") { [self] () async throws(ClientError) in
      let (era, owner) = (era, try await shelf.client.accounts.account())
      let whole = try await list()
      let taken = whole.rows.compactMap { row in row.downloadable.map { ($0, row.title) } }
      try await shelf.downloads.download(taken, of: owner)
      let texts = shelf.client.environment.texts
      if era == self.era, taken.isEmpty {
        state.notice = texts("shelf.whole.noDownload", english: "There is nothing to download.")
      } else if era == self.era, let total = whole.total {
        state.notice = texts(
          "shelf.whole.downloads", english: "Downloading the first %@ of %@.", String(whole.rows.count), String(total))
      }
      return []
    }
  }

  /// Plays the rows that `list` returns, one after the other; see ``PlayerViewModel/playAll(_:)``. A notice says how many were taken if those
  /// are not all, or that there are none.
  func playAll(
    _ shelf: ShelfService, in player: PlayerViewModel,
    _ list: @escaping @MainActor @Sendable () async throws(ClientError) -> WholeList
  ) {
    act(of: "whole") { [self] () async throws(ClientError) in
      let (era, owner) = (era, try await shelf.client.accounts.account())
      let whole = try await list()
      let first = try await player.playAll(whole.rows.compactMap { QueueEntry($0) }, of: owner)
      let texts = shelf.client.environment.texts
      if era == self.era, first == nil {
        state.notice = texts("shelf.whole.noAudio", english: "There is nothing to play.")
      } else if era == self.era, let total = whole.total {
        state.notice = texts(
          "shelf.whole.plays", english: "Playing the first %@ of %@.", String(whole.rows.count), String(total))
      }
      return []
    }
  }
}
