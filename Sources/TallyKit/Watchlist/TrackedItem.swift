public import Foundation
import MediaCore

/// A show on the watchlist, with this device's changes.
public struct TrackedItem: Hashable, Sendable, Identifiable {
  public var id: TMDBID
  /// Nil until the server has it.
  public var userShowID: UserShowID?
  /// Nil until the server has it.
  public var showID: ShowID?
  public var title: String
  public var posterURL: URL?
  public var status: WatchStatus
  /// 0…10.
  public var rating: Double?
  public var notes: String?
  public var country: String?
  public var bufferDays: Int
  public var provider: SelectedProvider?
  public var progress: WatchProgress?
  /// Nil until the server has it.
  public var show: TrackedShow?
  public var addedAt: Date?
  /// Something of it is not on the server yet.
  public var isPending: Bool

  /// Nil for an entry whose show the server has lost.
  package init?(_ entry: WatchlistEntry, isPending: Bool = false) {
    guard let known = entry.show ?? entry.rawShow, let id = known.tmdbId else { return nil }
    let isOnServer = !entry.id.rawValue.isEmpty
    self.id = id
    userShowID = isOnServer ? entry.id : nil
    showID = isOnServer ? entry.showId : nil
    show = isOnServer ? known : nil
    title = known.title
    posterURL = known.posterURL
    status = entry.status
    rating = entry.showRating
    notes = entry.notes
    country = entry.countryCode
    bufferDays = entry.bufferDays
    provider = entry.streamingProvider
    progress = entry.progress
    addedAt = entry.addedAt
    self.isPending = isPending
  }
}
