/// A rule that adds the new episodes of a podcast to the items to play next.
public struct EpisodeQueueRule: Codable, Hashable, Sendable, Identifiable {
  /// An end of the queue.
  public enum Place: String, Codable, Hashable, Sendable {
    /// Before the entries that are in the queue already.
    case first
    /// Behind the entries that are in the queue already.
    case last
  }

  /// The id of the podcast's library item.
  public var id: String
  /// The title of the podcast, to show in a list of rules.
  public var title: String
  /// The end of the queue at which new episodes enter it. Several new episodes enter it oldest first.
  public var place: Place
  /// The highest number of this rule's episodes in the queue, at least 1. When a newer episode enters the queue, the oldest one that the
  /// rule has added leaves it. Entries that the user added are not counted and stay.
  public var newest: Int

  /// Creates a rule for a podcast.
  /// - Parameters:
  ///   - id: the id of the podcast's library item.
  ///   - newest: the highest number of this rule's episodes in the queue, at least 1.
  public init(id: String, title: String, place: Place = .last, newest: Int = 3) {
    (self.id, self.title, self.place, self.newest) = (id, title, place, max(1, newest))
  }
}
