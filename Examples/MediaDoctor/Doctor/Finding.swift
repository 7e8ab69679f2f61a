/// One line of a report: a check and what came of it.
public struct Finding: Codable, Hashable, Sendable {
  /// The subject, in one word: `clock`, `version`.
  public var check: String
  public var state: State
  /// The finding as one sentence for the user.
  public var text: String

  public enum State: String, Codable, Sendable, CaseIterable {
    case ok
    /// Worth knowing, and nothing to mend.
    case note
    /// Works now, and may stop working.
    case warning
    /// An app cannot work with this server as it is.
    case problem
  }

  public init(_ check: String, _ state: State, _ text: String) {
    self.check = check
    self.state = state
    self.text = text
  }
}
