public import Foundation
public import MediaCore

/// A conflict between this device and another one over the progress of a show. The progress of one side applies. The progress of the other
/// side is stored, so that the app can show and restore it.
public struct ProgressConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the change that this device made. The progress of this change is either in ``kept`` or in ``lost``.
  public let id: String
  /// The number at TMDB of the show whose episodes were marked on both devices.
  public let show: TMDBID
  /// The progress that applies now.
  public private(set) var kept: Side
  /// The progress that was replaced. ``EpisodeProgressStore/undo(_:)`` restores it.
  public private(set) var lost: Side
  /// When this device noticed the conflict.
  public let noticedAt: Date
  /// The change that brings the losing side back, by place.
  let steps: [ProgressMutation.Step]
  let counts: [Int: Int]

  /// The progress that one of the two devices of a conflict has set.
  public struct Side: Sendable, Hashable, Codable {
    /// The states of the show's episodes, by season and number.
    public internal(set) var states: EpisodeStates
    /// When the progress was set. Nil if another device set the progress, because the server does not send the time.
    public let at: Date?
    /// Whether the progress was set on this device.
    public let isThisDevice: Bool

    /// The last watched episode; nil if no episode is watched.
    public var lastWatched: EpisodePlace? { states.watched.last }
  }

  /// Reads the conflict from a decided change; nil if neither side lost anything.
  init?(_ record: MutationRecord, noticedAt: Date) {
    guard let mutation = record.mutation(ProgressMutation.self) else { return nil }
    switch record.state {
    case .superseded(ProgressDetail.movedOn):
      let remote = record.remote(ProgressMutation.self)
      let (ours, server) = (mutation.completed(by: remote), remote?.states ?? EpisodeStates())
      kept = Side(states: server, at: nil, isThisDevice: false)
      lost = Side(states: ours.applied(to: server), at: record.createdAt, isThisDevice: true)
      (steps, counts) = (ours.steps, ours.counts)
    case .synced:
      guard let now = record.overwritten(ProgressMutation.self), let sent = record.sent(ProgressMutation.self)
      else { return nil }
      let sides = Sides(sent, base: record.base(ProgressMutation.self)?.states, now: now.states)
      let places = sides.disputed
      guard !places.isEmpty else { return nil }
      kept = Side(states: sides.ours, at: record.createdAt, isThisDevice: true)
      lost = Side(states: sides.theirs, at: nil, isThisDevice: false)
      steps = places.map { place in
        .init(kind: .episode, season: place.season, episode: place.episode, state: sides.theirs.state(place))
      }
      counts = sent.counts
    default: return nil
    }
    id = record.id
    show = mutation.show
    self.noticedAt = noticedAt
  }

  /// The states of both devices around a change that is written.
  struct Sides {
    /// The states that both devices began with.
    let base: EpisodeStates
    let theirs: EpisodeStates
    let ours: EpisodeStates

    /// - Parameters:
    ///   - mutation: as the merge has left it.
    ///   - base: the states that the user saw; nil for unknown.
    ///   - now: the states that the server had before the write.
    init(_ mutation: ProgressMutation, base: EpisodeStates?, now: EpisodeStates) {
      let before = mutation.before ?? now
      self.base = base ?? before
      theirs = mutation.theirs ?? before
      ours = mutation.applied(to: before)
    }

    /// The episodes that the other device has changed and that our states set differently.
    var disputed: [EpisodePlace] {
      Set(base.places).union(theirs.places).union(ours.places).filter { place in
        theirs.state(place) != base.state(place) && ours.state(place) != theirs.state(place)
      }.sorted()
    }
  }

  /// The conflict with episode numbers instead of places.
  func named(by numbering: [Int: EpisodeNumbering]) -> ProgressConflict {
    var named = self
    named.kept.states = kept.states.named(by: numbering)
    named.lost.states = lost.states.named(by: numbering)
    return named
  }

  /// Returns the conflict as one sentence for the user, such as `Kept: watched up to S2 E8, from another device. Replaced: …`
  public func text(_ texts: Texts = .english) -> String {
    ConflictText(texts: texts).text(
      kept: (side(kept, texts), kept.isThisDevice), lost: (side(lost, texts), lost.isThisDevice))
  }

  private func side(_ side: Side, _ texts: Texts) -> String {
    guard let last = side.lastWatched else { return texts("tally.conflict.nothing", english: "nothing watched") }
    return texts("tally.conflict.upTo", english: "watched up to S%@ E%@", String(last.season), String(last.episode))
  }
}

/// The sentence about a conflict.
struct ConflictText {
  let texts: Texts

  typealias Side = (text: String, isThisDevice: Bool)

  func text(kept: Side, lost: Side) -> String {
    texts(
      "tally.conflict", english: "Kept: %@, from %@. Replaced: %@, from %@.", kept.text, device(kept), lost.text,
      device(lost))
  }

  private func device(_ side: Side) -> String {
    side.isThisDevice
      ? texts("tally.conflict.here", english: "this device")
      : texts("tally.conflict.elsewhere", english: "another device")
  }
}
