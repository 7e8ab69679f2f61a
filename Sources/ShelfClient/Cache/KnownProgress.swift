public import Foundation
import MediaCore

/// The user's progress in one book or episode: the server's last response, with this device's changes applied.
public struct KnownProgress: Sendable, Hashable, Codable, Identifiable {
  public var id: PlayableID
  /// The position in the audio, in seconds.
  public var position: Double
  /// The duration of the item, in seconds; nil if unknown.
  public var duration: Double?
  /// Whether the item is marked as finished. A finished item can have a position as well.
  public var isFinished = false
  /// The fraction that was listened to, 0…1, as the server stores it. Set only if the server's record lacks the duration or the position;
  /// otherwise nil.
  public var storedFraction: Double?
  /// When the progress last changed: by the server's clock if the SDK has received the server's time, otherwise by the device's clock.
  public var at: Date?
  /// Whether the progress in the audio was changed on this device and has not reached the server yet.
  public var isPending = false
  /// The place in the ebook: an EPUB CFI or a page, in the form that the client which stored it uses. Empty if that client stored only
  /// ``ebookFraction``; open the ebook at that fraction then. Nil if the ebook was never opened.
  public var ebookLocation: String?
  /// The fraction of the ebook that was read, 0…1; nil if the ebook was never opened.
  public var ebookFraction: Double?
  /// Optional, since earlier versions stored values without it.
  private var hasUnsentPage: Bool?

  /// Whether the place in the ebook was changed on this device and has not reached the server yet.
  public var isEbookPending: Bool { hasUnsentPage == true }

  /// Whether any of the progress has not reached the server yet.
  var isUnsent: Bool { isPending || isEbookPending }

  /// Whether the item was finished after the server sent a list that contains the item, or a change that waits to be sent finishes the
  /// item.
  /// - Parameter asOf: when the server sent the list. If nil, returns true for each finished item.
  func wasFinished(after asOf: Date?) -> Bool {
    isFinished && (isPending || asOf.map(wasChanged(after:)) ?? true)
  }

  /// Whether the progress has changed after the server sent a list. True in doubt, because applying a change that the list already shows
  /// does no harm.
  func wasChanged(after asOf: Date) -> Bool {
    // The server sends `asOf` in whole seconds, so a change can seem earlier than a list that was sent before it: allow for two seconds.
    (at ?? .distantPast) > asOf - 2
  }

  /// Creates progress at a position, in seconds. All other members have their default values.
  public init(id: PlayableID, position: Double) {
    self.id = id
    self.position = position
  }

  /// The server's record with this device's own change on top; nil without either.
  init?(_ id: PlayableID, _ record: MediaProgress?, pending: ProgressMutation?) {
    if let pending {
      self.init(id: id, position: pending.action == .restart ? 0 : pending.position ?? record?.currentTime ?? 0)
      duration = pending.duration ?? record?.duration
      isFinished = pending.place.isFinished
      at = pending.at
      isPending = true
    } else if let record {
      self.init(id: id, position: record.currentTime ?? 0)
      duration = record.duration
      isFinished = record.isFinished
      if record.currentTime == nil || (record.duration ?? 0) <= 0 { storedFraction = record.progress }
      at = record.lastUpdate
    } else {
      return nil
    }
    if let page = record?.ebookPlace { (ebookLocation, ebookFraction) = (page.location, page.fraction.asFraction) }
  }

  /// Lays this device's own place in the ebook on top.
  mutating func show(_ page: EbookMutation) {
    (ebookLocation, ebookFraction, hasUnsentPage) = (page.location, page.fraction, true)
    // If the user only read the item, date the progress by the turned page. Otherwise keep the date of the place in the audio.
    if position == 0, !isFinished { at = max(at ?? page.at, page.at) }
  }

  /// The fraction of the audio to show as progress, 0…1; 1 if the item is finished.
  public var fraction: Double {
    isFinished ? 1 : (storedFraction ?? duration.map { position / $0 } ?? 0).asFraction
  }
}
