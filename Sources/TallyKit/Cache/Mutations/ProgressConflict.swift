public import Foundation
public import MediaCore

/// A conflict between this device and another one over the progress of a show. One side counts; the other is kept, to show and to bring
/// back.
public struct ProgressConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the change that lost or won.
  public let id: String
  /// The show whose episodes were marked on both devices.
  public let show: TMDBID
  /// The progress that counts.
  public private(set) var kept: Side
  /// The progress that was replaced; undo brings it back.
  public private(set) var lost: Side
  /// When this device noticed the conflict.
  public let noticedAt: Date
  /// The change that brings the losing side back, by place.
  let steps: [ProgressMutation.Step]
  let counts: [Int: Int]

  /// A side of the conflict.
  public struct Side: Sendable, Hashable, Codable {
    /// The episodes of the show, by season and number.
    public internal(set) var states: EpisodeStates
    /// When the progress was set; nil for another device's progress, whose time the server does not send.
    public let at: Date?
    /// Whether the progress was set on this device.
    public let isThisDevice: Bool

    /// The last watched episode; nil for none.
    public var lastWatched: EpisodePlace? { states.watched.last }
  }

  /// Reads the conflict from a decided change; nil when neither side lost anything.
  init?(_ record: MutationRecord, noticedAt: Date) {
    guard let mutation = record.mutation(ProgressMutation.self) else { return nil }
    switch record.state {
    case .superseded(ProgressDetail.movedOn):
      let server = record.remote(ProgressMutation.self) ?? EpisodeStates()
      let ours = mutation.placed(by: server.numbering ?? [:])
      kept = Side(states: server.withoutNumbering, at: nil, isThisDevice: false)
      lost = Side(states: ours.applied(to: server.withoutNumbering), at: record.createdAt, isThisDevice: true)
      (steps, counts) = (ours.steps, ours.counts)
    case .synced:
      guard let base = record.base(ProgressMutation.self),
        let theirs = record.overwritten(ProgressMutation.self), let sent = record.sent(ProgressMutation.self)
      else { return nil }
      let ours = sent.applied(to: theirs.withoutNumbering)
      let places = Self.disputed(base, theirs, ours)
      guard !places.isEmpty else { return nil }
      kept = Side(states: ours, at: record.createdAt, isThisDevice: true)
      lost = Side(states: theirs.withoutNumbering, at: nil, isThisDevice: false)
      steps = places.map { .init(kind: .episode, season: $0.season, episode: $0.episode, state: theirs.state($0)) }
      counts = sent.counts
    default: return nil
    }
    id = record.id
    show = mutation.show
    self.noticedAt = noticedAt
  }

  /// The episodes that the other side has changed since `base` and that our states set differently.
  static func disputed(_ base: EpisodeStates, _ theirs: EpisodeStates, _ ours: EpisodeStates) -> [EpisodePlace] {
    Set(base.places).union(theirs.places).union(ours.places).filter { place in
      theirs.state(place) != base.state(place) && ours.state(place) != theirs.state(place)
    }.sorted()
  }

  /// The conflict with episode numbers instead of places.
  func named(by numbering: [Int: EpisodeNumbering]) -> ProgressConflict {
    var named = self
    named.kept.states = kept.states.named(by: numbering)
    named.lost.states = lost.states.named(by: numbering)
    return named
  }

  /// The conflict as one sentence for the user, such as `Kept: watched up to S2 E8, from another device. Replaced: …`
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

extension EpisodeStates {
  var withoutNumbering: EpisodeStates {
    var states = self
    states.numbering = nil
    return states
  }
}
