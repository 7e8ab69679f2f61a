public import Foundation

/// How far the user is in one book or episode, as this device knows it.
public struct KnownProgress: Sendable, Hashable, Codable, Identifiable {
  public var id: PlayableID
  /// Seconds.
  public var position: Double
  /// Seconds; nil when unknown.
  public var duration: Double?
  public var isFinished: Bool
  /// 0…1 as the server keeps it, where it does not say of which duration or at which place.
  public var storedFraction: Double?
  /// When it came about, by the server's clock as far as known.
  public var at: Date?
  /// Not on the server yet.
  public var isPending: Bool

  public init(
    id: PlayableID, position: Double, duration: Double? = nil, isFinished: Bool = false,
    storedFraction: Double? = nil, at: Date? = nil, isPending: Bool = false
  ) {
    self.id = id
    self.position = position
    self.duration = duration
    self.isFinished = isFinished
    self.storedFraction = storedFraction
    self.at = at
    self.isPending = isPending
  }

  /// 0…1 to show.
  public var fraction: Double {
    if isFinished { return 1 }
    let fraction = storedFraction ?? duration.map { position / $0 } ?? 0
    return fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }
}

/// Two devices had moved, and the later one counts. The other place is kept, to show and to go back to.
public struct ProgressConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the intent that lost or won.
  public let id: String
  public let item: PlayableID
  public let kept: Side
  public let lost: Side
  /// When this device learnt of it.
  public let noticedAt: Date

  public struct Side: Sendable, Hashable, Codable {
    /// Seconds.
    public let position: Double
    public let isFinished: Bool
    /// By the server's clock.
    public let at: Date?
    public let isThisDevice: Bool
  }
}
