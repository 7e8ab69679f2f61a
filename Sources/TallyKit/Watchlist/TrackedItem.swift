public import Foundation
import MediaCore

/// A show on the watchlist, with this device's changes applied.
///
/// ``isPending`` is true while a change of this device waits to be sent. ``show`` is nil until the server has the show.
///
/// ```swift
/// for item in try await tally.watchlistStore.items() where item.status == .watching { print(item.title, item.isPending) }
/// ```
public struct TrackedItem: Hashable, Sendable, Identifiable {
  public let id: TMDBID
  /// Whether a change of the show is not on the server yet.
  public let isPending: Bool
  private let entry: WatchlistEntry
  private let known: TrackedShow

  /// Creates an item; nil if the server has lost the show of the entry.
  package init?(_ entry: WatchlistEntry, isPending: Bool = false) {
    guard let known = entry.show ?? entry.rawShow, let id = known.tmdbId else { return nil }
    (self.id, self.isPending, self.entry, self.known) = (id, isPending, entry, known)
  }

  /// The item with other progress.
  func with(_ progress: WatchProgress, isPending: Bool) -> TrackedItem {
    var entry = entry
    entry.progress = progress
    return TrackedItem(entry, isPending: self.isPending || isPending) ?? self
  }

  private var isOnServer: Bool { !entry.id.rawValue.isEmpty }

  /// The server's id of the entry on the watchlist; nil until the server has the entry.
  public var userShowID: UserShowID? { isOnServer ? entry.id : nil }
  /// The server's id of the show; nil until the server has the show.
  public var showID: ShowID? { isOnServer ? entry.showId : nil }
  /// The server's copy of the show; nil until the server has the show.
  public var show: TrackedShow? { isOnServer ? known : nil }
  /// The title of the show.
  public var title: String { known.title }
  /// The address of the show's poster at TMDB's picture server; nil if the show has no poster.
  public var posterURL: URL? { known.posterURL }
  /// The show's status on the watchlist, such as `watching`, with this device's changes.
  public var status: WatchStatus { entry.status }
  /// The user's rating of the show, 0…10; nil if the user has not rated the show.
  public var rating: Double? { entry.showRating }
  /// The user's notes about the show; nil or empty if there are none.
  public var notes: String? { entry.notes }
  /// The country of the show, as two capital letters. If nil, the account's country applies.
  public var country: String? { entry.countryCode }
  /// The number of days that a subscription shall last beyond the show's last episode, as the user set it.
  public var bufferDays: Int { entry.bufferDays }
  /// The provider that the user chose for the show; nil if the user chose none.
  public var provider: SelectedProvider? { entry.streamingProvider }
  /// The number of episodes, and how many of them the user has watched; nil if the server does not send them.
  public var progress: WatchProgress? { entry.progress }
  /// When the show was added to the watchlist, or added again.
  public var addedAt: Date? { entry.addedAt }
}
