public import Foundation
public import MediaCore

/// A conflict between this device and another one over the same values of a show on the watchlist. The values of one side apply. The values
/// of the other side are stored, so that the app can show and restore them.
public struct EntryConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the change that this device made. The values of this change are either in ``kept`` or in ``lost``.
  public let id: String
  /// The show's number at TMDB; nil if the server has lost the show.
  public let show: TMDBID?
  /// The values that apply now.
  public let kept: Side
  /// The values that were replaced. ``TallyWatchlistStore/undo(_:)`` restores them.
  public let lost: Side
  /// When this device noticed the conflict.
  public let noticedAt: Date
  /// The change that brings the losing side back.
  let change: EntryMutation

  /// One side of the conflict: the values that one of the two devices has set. A member is nil if both sides have the same value.
  public struct Side: Sendable, Hashable, Codable {
    /// Whether this side removed the show from the watchlist.
    public var isRemoved = false
    /// The status; nil if the sides do not differ in the status.
    public var status: WatchStatus?
    /// The rating, 0…10; nil if the sides do not differ in the rating.
    public var rating: Double?
    /// The notes, or an empty text if this side has no notes; nil if the sides do not differ in the notes.
    public var notes: String?
    /// The country, or an empty text if the account's country applies; nil if the sides do not differ in the country.
    public var country: String?
    /// The number of days that a subscription shall last beyond the show's last episode; nil if the sides do not differ in this number.
    public var bufferDays: Int?
    /// The name of the provider, or an empty text if this side has no provider; nil if the sides do not differ in the provider.
    public var provider: String?
    /// When the values were set; nil if the server does not send the time.
    public let at: Date?
    /// Whether the values were set on this device.
    public let isThisDevice: Bool
  }

  /// Reads the conflict from a decided change; nil if neither side lost anything.
  init?(_ record: MutationRecord, noticedAt: Date) {
    guard let mutation = record.mutation(EntryMutation.self) else { return nil }
    switch record.state {
    case .superseded(EntryMutation.later):
      guard let entry = record.remote(EntryMutation.self) else { return nil }
      var ours = mutation.remainder(for: entry)
      // Leave out the members that were sent: no other device has changed them later, so they are not lost.
      ours.clear(record.sent(EntryMutation.self)?.members ?? [])
      kept = Side(entry, where: ours)
      lost = Side(ours, at: mutation.time(of: ours.members) ?? record.createdAt)
      change = ours
    case .synced:
      guard let theirs = record.overwritten(EntryMutation.self), let base = record.base(EntryMutation.self),
        let restored = mutation.restoring(theirs, since: base)
      else { return nil }
      let ours = mutation.isRemoved ? mutation : mutation.limited(to: restored)
      kept = Side(ours, at: mutation.time(of: ours.members) ?? record.createdAt)
      lost = Side(theirs, where: restored)
      change = restored
    default: return nil
    }
    id = record.id
    show = Int(mutation.target).map { TMDBID($0) }
    self.noticedAt = noticedAt
  }

  /// Returns the conflict as one sentence for the user, such as `Kept: “completed”, from another device. Replaced: “watching”, from this
  /// device.`
  public func text(_ texts: Texts = .english) -> String {
    ConflictText(texts: texts).text(
      kept: (kept.text(texts), kept.isThisDevice), lost: (lost.text(texts), lost.isThisDevice))
  }
}

extension EntryConflict.Side {
  fileprivate init(_ mutation: EntryMutation, at: Date) {
    self.init(at: at, isThisDevice: true)
    isRemoved = mutation.isRemoved
    if mutation.isRemoved { return }
    (status, rating, notes, bufferDays) = (
      mutation.status ?? mutation.atLeast, mutation.rating, mutation.notes, mutation.bufferDays
    )
    country = mutation.country.map { $0.value ?? "" }
    provider = mutation.provider.map { $0.value?.name ?? "" }
  }

  /// - Parameter mutation: the members that are in dispute.
  fileprivate init(_ entry: WatchlistEntry, where mutation: EntryMutation) {
    self.init(at: entry.updatedAt, isThisDevice: false)
    if mutation.status != nil || mutation.atLeast != nil { status = entry.status }
    if mutation.rating != nil { rating = entry.showRating }
    if mutation.notes != nil { notes = entry.notes ?? "" }
    if mutation.country != nil { country = entry.countryCode ?? "" }
    if mutation.bufferDays != nil { bufferDays = entry.bufferDays }
    if mutation.provider != nil { provider = entry.streamingProvider?.name ?? "" }
  }

  fileprivate func text(_ texts: Texts) -> String {
    if isRemoved { return texts("tally.conflict.removed", english: "removed") }
    var parts: [String] = []
    if let status { parts.append(Self.statuses[status].map { texts($0) } ?? status.rawValue) }
    if let rating { parts.append(texts("tally.conflict.rating", english: "rating %@", rating.plainText)) }
    if let notes {
      parts.append(
        notes.isEmpty
          ? texts("tally.conflict.noNotes", english: "no notes")
          : texts("tally.conflict.notes", english: "“%@”", String(notes.prefix(60))))
    }
    if let country {
      parts.append(country.isEmpty ? texts("tally.conflict.noCountry", english: "no country of its own") : country)
    }
    if let bufferDays { parts.append(texts("tally.conflict.days", english: "%@ days of buffer", String(bufferDays))) }
    if let provider {
      parts.append(provider.isEmpty ? texts("tally.conflict.noProvider", english: "no provider") : provider)
    }
    return parts.joined(separator: ", ")
  }

  private static let statuses: [WatchStatus: Texts.Entry] = [
    .watching: .init("tally.status.watching", english: "watching"),
    .watchlist: .init("tally.status.watchlist", english: "on the watchlist"),
    .completed: .init("tally.status.completed", english: "completed"),
    .dropped: .init("tally.status.dropped", english: "dropped"),
  ]
}

extension EntryMutation {
  /// The reason of a change that another device's later change has replaced.
  static let later = "later"

  func overwritesAnother(_ merge: MergeInput<EntryMutation>) -> Bool {
    guard let base = merge.base, let theirs = merge.remote else { return false }
    return restoring(theirs, since: base) != nil
  }

  /// A change back to the values that another device has set since `base` and that this change replaces; nil without any.
  fileprivate func restoring(_ theirs: WatchlistEntry, since base: WatchlistEntry) -> EntryMutation? {
    let rest = remainder(for: theirs)
    var restored = EntryMutation(target: target)
    if isRemoved || rest.status != nil, base.status != theirs.status { restored.status = theirs.status }
    if isRemoved || rest.rating != nil, base.showRating != theirs.showRating { restored.rating = theirs.showRating }
    if isRemoved || rest.notes != nil, base.notes ?? "" != theirs.notes ?? "" { restored.notes = theirs.notes ?? "" }
    if isRemoved || rest.country != nil, base.countryCode != theirs.countryCode {
      restored.country = .init(value: theirs.countryCode)
    }
    if isRemoved || rest.bufferDays != nil, base.bufferDays != theirs.bufferDays {
      restored.bufferDays = theirs.bufferDays
    }
    if isRemoved || rest.provider != nil, base.streamingProvider?.id != theirs.streamingProvider?.id {
      restored.provider = .init(value: theirs.streamingProvider.map { ProviderSelection($0) })
    }
    guard !restored.isEmpty else { return nil }
    guard isRemoved else { return restored }
    // The change removed the whole entry, so its undo restores all members, not only those that the other device changed.
    var whole = EntryMutation(target: target)
    (whole.status, whole.rating, whole.bufferDays) = (theirs.status, theirs.showRating, theirs.bufferDays)
    whole.notes = theirs.notes.flatMap { $0.isEmpty ? nil : $0 }
    whole.country = theirs.countryCode.map { .init(value: $0) }
    whole.provider = theirs.streamingProvider.map { .init(value: ProviderSelection($0)) }
    whole.title = (theirs.show ?? theirs.rawShow)?.title
    return whole
  }

  /// The change limited to the members that `other` also changes.
  fileprivate func limited(to other: EntryMutation) -> EntryMutation {
    var limited = EntryMutation(target: target)
    if other.status != nil { limited.status = status ?? atLeast }
    if other.rating != nil { limited.rating = rating }
    if other.notes != nil { limited.notes = notes }
    if other.country != nil { limited.country = country }
    if other.bufferDays != nil { limited.bufferDays = bufferDays }
    if other.provider != nil { limited.provider = provider }
    return limited
  }
}
