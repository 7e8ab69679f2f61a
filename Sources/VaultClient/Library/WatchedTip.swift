public import MediaCore

/// The tip that is shown once on a device, after the user's first mark as watched. A sign-out does not make it show again.
public struct WatchedTip: Sendable {
  /// The texts of the tip.
  public struct Content: Sendable, Hashable {
    /// The name of the tip's picture.
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

  /// A tap on one of the tip's buttons.
  public enum Action: Sendable, Hashable, CaseIterable {
    /// Dismisses the tip.
    case gotIt
    /// Dismisses the tip, opens the filters, and points at the unwatched switch: see ``FilterHighlight``.
    case showMe
  }

  private let preferences: Preferences

  /// Creates the tip over the preferences that store whether it was seen.
  public init(preferences: Preferences) { self.preferences = preferences }

  /// Whether the tip was seen. Only the stored text `true` counts; a failure to read means not seen.
  public var isSeen: Bool { preferences[.hasSeenWatchedTip] == "true" }

  /// Stores that the tip was seen: it is not shown again on this device.
  public func markSeen() { preferences.set(.hasSeenWatchedTip, "true") }

  /// Whether to show the tip now. A tip that was shown counts as seen, whichever button is tapped.
  /// - Parameter watched: the server's answer to a toggle of a film, a collection, a series or a season; nil while there is none, as for a
  ///   change that waits for the network.
  public func shows(afterAnswer watched: Bool?) -> Bool {
    guard watched == true, !isSeen else { return false }
    markSeen()
    return true
  }

  /// The texts of the tip. Keys `vault.tip.watched.title`, `.message`, `.gotIt`, `.showMe`.
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

/// The highlight of the unwatched switch, which grows and shrinks a few times.
public struct FilterHighlight: Sendable, Hashable {
  /// The pause between the opening of the filters and the highlight.
  public var delay: Duration
  /// The number of times that the switch grows and shrinks.
  public var pulses: Int
  /// The largest size of the switch, as a factor; each pulse starts and ends at 1.
  public var scale: Double
  /// The duration of growing, and of shrinking.
  public var halfPulse: Duration
  /// The time after which the highlight ends by itself.
  public var lifetime: Duration

  /// The highlight that the screens use: three pulses from 1 to 1.05 and back, half a second each way.
  public static let standard = FilterHighlight(
    delay: .milliseconds(500), pulses: 3, scale: 1.05, halfPulse: .milliseconds(500), lifetime: .seconds(3))
}
