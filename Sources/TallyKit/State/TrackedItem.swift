public import Foundation
import MediaCore

/// A show on the watchlist as this device knows it.
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
  public var show: TrackedShow?
  public var addedAt: Date?
  /// Something of it is not on the server yet.
  public var isPending = false

  package init?(_ entry: WatchlistEntry) {
    guard let id = entry.tmdbID else { return nil }
    self.id = id
    show = entry.show ?? entry.rawShow
    userShowID = entry.id
    showID = entry.showId
    title = show?.title ?? ""
    posterURL = show?.posterURL
    status = entry.status
    rating = entry.showRating
    notes = entry.notes
    country = entry.countryCode
    bufferDays = entry.bufferDays
    provider = entry.streamingProvider
    progress = entry.progress
    addedAt = entry.addedAt
  }

  init(_ id: TMDBID, _ wish: EntryWish) {
    self.id = id
    title = wish.title ?? ""
    posterURL = ImageLink.poster(wish.poster)
    status = wish.firstStatus
    bufferDays = 0
    apply(wish)
  }

  mutating func apply(_ wish: EntryWish) {
    isPending = true
    status = wish.status(insteadOf: status) ?? status
    rating = wish.rating ?? rating
    notes = wish.notes ?? notes
    bufferDays = wish.bufferDays ?? bufferDays
    if let setting = wish.country { country = setting.value }
    if let setting = wish.provider {
      provider = setting.value.map { SelectedProvider(id: $0.id, name: $0.name, logoPath: $0.logoPath) }
    }
  }
}
