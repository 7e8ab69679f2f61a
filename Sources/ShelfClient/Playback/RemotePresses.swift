import MediaCore

/// The effects of a double and a triple press on headphones, as the user has chosen them. The buttons "next" and "previous" of cars,
/// watches and keyboards send the same commands, so these buttons have the same effects.
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
    /// Moves by one chapter. If the item has no chapters, skips by some seconds like ``skip``.
    case chapter
    /// Skips by the number of seconds in the player's settings.
    case skip
    /// Adds a bookmark at the current position. Does nothing in an episode, since episodes have no bookmarks.
    case bookmark
    /// Does nothing, for headphones that are often pressed by accident. The system then disables the command.
    case nothing
  }

  /// The effect of a double press, and of a button "next". ``Action/chapter`` and ``Action/skip`` move forward.
  public var double = Action.chapter
  /// The effect of a triple press, and of a button "previous". ``Action/chapter`` and ``Action/skip`` move backward.
  public var triple = Action.chapter

  /// Creates the default rule: a double and a triple press move by one chapter.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    double = members[.double] ?? .chapter
    triple = members[.triple] ?? .chapter
  }
}
