import Foundation
import ShelfClient

/// Latest of Audiobookshelf over `ShelfClient`. README compares its length with that of `LatestByHand`.
@MainActor
final class LatestWithClient {
  private let shelf: ShelfService
  private let latest: LatestViewModel
  var onChange: (() -> Void)?

  init(shelf: ShelfService) {
    self.shelf = shelf
    latest = LatestViewModel(shelf: shelf)
    latest.onChange = { [weak self] _ in self?.onChange?() }
  }

  var rows: [LatestRow] {
    (latest.state.entries.value ?? []).map { entry in
      let left = (entry.duration ?? 0) - (entry.progress?.position ?? 0)
      return LatestRow(
        item: entry.id.libraryItemId, episode: entry.id.episodeId ?? "", title: entry.title, minutesLeft: Int(left / 60)
      )
    }
  }
  var message: String? { latest.state.error.map { "\($0)" } ?? latest.state.emptyMessage }

  func signIn(username: String, password: String) async throws {
    try await shelf.account.signIn(username: username, password: password)
  }

  func load() { latest.load() }

  func markFinished(_ row: LatestRow) {
    latest.markFinished(PlayableID(libraryItemId: row.item, episodeId: row.episode))
  }
}
