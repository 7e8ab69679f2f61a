import MediaCore

/// The user's rule for presses on headphones. Cars, watches and keyboards send their buttons "next" and "previous" as the same commands.
///
/// ```swift
/// player.setSettings {
///   $0.lockScreen.presses.double = .skip
///   $0.lockScreen.presses.triple = .bookmark
/// }
/// ```
public struct RemotePresses: Codable, Hashable, Sendable {
  /// The effect of a press.
  public enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    /// Moves by a chapter. In an item without chapters, skips by seconds.
    case chapter
    /// Skips by the seconds in the player's settings.
    case skip
    /// Adds a bookmark at the place that plays. Episodes have no bookmarks: nothing happens there.
    case bookmark
    /// Nothing happens, for headphones that are pressed by accident. The system disables the button.
    case nothing
  }

  /// The effect of a double press, which moves forward; also that of a button "next".
  public var double = Action.chapter
  /// The effect of a triple press, which moves backward; also that of a button "previous".
  public var triple = Action.chapter

  /// Creates the rule of a new installation: both presses move by a chapter.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    double = members[.double] ?? .chapter
    triple = members[.triple] ?? .chapter
  }
}
