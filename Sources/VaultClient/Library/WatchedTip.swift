public import MediaCore

/// The tip that is shown once on a device, after the user first marks a title as watched. A sign-out does not show the tip again.
public struct WatchedTip: Sendable {
  /// The texts of the tip.
  public struct Content: Sendable, Hashable {
    /// The picture of the tip, an emoji.
    public var icon: String
    /// The bold line of the tip.
    public var title: String
    /// The line below the tip's title.
    public var message: String
    /// The label of the button that closes the tip.
    public var gotIt: String
    /// The label of the button that opens the filters.
    public var showMe: String
  }

  /// The action of one of the tip's buttons.
  public enum Action: Sendable, Hashable, CaseIterable {
    /// Closes the tip.
    case gotIt
    /// Closes the tip, opens the filters, and highlights the switch for unwatched titles. See ``FilterHighlight``.
    case showMe
  }

  private let preferences: Preferences

  /// Creates the tip.
  /// - Parameter preferences: the preferences that store whether the tip was seen.
  public init(preferences: Preferences) { self.preferences = preferences }

  /// Whether the tip was seen on this device, which means that the stored text is `true`. If the preference cannot be read, this is false.
  public var isSeen: Bool { preferences[.hasSeenWatchedTip] == "true" }

  /// Stores that the tip was seen, so that the tip is not shown again on this device.
  public func markSeen() { preferences.set(.hasSeenWatchedTip, "true") }

  /// Whether to show the tip now. If the result is true, this call also stores that the tip was seen, so that the tip is not shown again,
  /// whichever button the user taps.
  /// - Parameter watched: the mark in the server's response to a toggle of a film, a collection, a series or a season; nil if there is no
  ///   response yet, for example because the change is waiting for the network.
  public func shows(afterAnswer watched: Bool?) -> Bool {
    guard watched == true, !isSeen else { return false }
    markSeen()
    return true
  }

  /// The texts of the tip. Text keys: `vault.tip.watched.title`, `.message`, `.gotIt` and `.showMe`.
  public static func content(_ texts: Texts = .english) -> Content {
    Content(
      icon: "✅", title: texts("vault.tip.watched.title", english: "Marked as watched!"),
      message: texts(
        "vault.tip.watched.message",
        english: "Watched items are still in your list. Use the Filter button to show/hide them."),
      gotIt: texts("vault.tip.watched.gotIt", english: "Got it"),
      showMe: texts("vault.tip.watched.showMe", english: "Show Me"))
  }
}

/// The highlight of the switch for unwatched titles. The switch grows and shrinks a few times.
public struct FilterHighlight: Sendable, Hashable {
  /// The time between the opening of the filters and the start of the highlight.
  public var delay: Duration
  /// The number of times that the switch grows and shrinks.
  public var pulses: Int
  /// The largest scale factor of the switch. Each pulse starts and ends at 1.
  public var scale: Double
  /// The duration of growing, which is also the duration of shrinking.
  public var halfPulse: Duration
  /// The time after which the highlight ends, if nothing has ended it before.
  public var lifetime: Duration

  /// The highlight that the screens use: three pulses from 1 to 1.05 and back, half a second each way.
  public static let standard = FilterHighlight(
    delay: .milliseconds(500), pulses: 3, scale: 1.05, halfPulse: .milliseconds(500), lifetime: .seconds(3))
}
