public import Foundation
import MediaCore

/// A show on the watchlist, with this device's changes.
///
/// ``isPending`` is true while a change of this device waits. ``show`` is nil until the server has the show.
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

  /// Creates an item; nil for an entry whose show the server has lost.
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

  /// The server's id of the entry; nil until the server has it.
  public var userShowID: UserShowID? { isOnServer ? entry.id : nil }
  /// The server's id of the show; nil until the server has it.
  public var showID: ShowID? { isOnServer ? entry.showId : nil }
  /// The server's copy of the show; nil until the server has it.
  public var show: TrackedShow? { isOnServer ? known : nil }
  /// The title.
  public var title: String { known.title }
  /// The poster at TMDB's picture server; nil where there is none.
  public var posterURL: URL? { known.posterURL }
  /// The show's part of the watchlist, such as `watching`, with this device's changes.
  public var status: WatchStatus { entry.status }
  /// The rating, 0…10.
  public var rating: Double? { entry.showRating }
  /// The user's notes; nil or empty for none.
  public var notes: String? { entry.notes }
  /// The country, two capital letters.
  public var country: String? { entry.countryCode }
  /// The number of days that a subscription shall last beyond the show's last episode, as the user set it.
  public var bufferDays: Int { entry.bufferDays }
  /// The chosen provider.
  public var provider: SelectedProvider? { entry.streamingProvider }
  /// The counts of watched episodes; nil where the server does not send them.
  public var progress: WatchProgress? { entry.progress }
  /// When the show was added, or added again.
  public var addedAt: Date? { entry.addedAt }
}
