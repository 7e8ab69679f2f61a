import MediaCore

/// A sentence that the screen reader speaks once.
public struct Announcement: Hashable, Sendable {
  /// A number that increases with each announcement, so that the screen reader speaks a repeated text again.
  public var number: Int
  /// The text that the screen reader speaks.
  public var text: String
}

/// The state of a screen whose outcomes are shown as a toast and spoken.
protocol AnnouncingState: ScreenState {
  var announcement: Announcement? { get set }
}

extension StoreScreen where State: AnnouncingState {
  func announce(_ text: String) {
    state.announcement = Announcement(number: (state.announcement?.number ?? 0) + 1, text: text)
  }
}

/// A notice that disappears after a while.
@MainActor
struct Toast {
  /// The text, while it is shown.
  private var shown: String?

  /// Shows a text as the notice, except in place of a notice that reports an error.
  /// - Parameter time: how long it is shown.
  mutating func show<State: ScreenState>(
    _ text: String, on screen: StoreScreen<State>, for time: Duration, _ clock: any TimeSource
  ) {
    guard screen.state.notice == nil || screen.state.notice == shown else { return }
    shown = text
    screen.state.notice = text
    screen.activities.start("toast") { [weak screen] in
      do { try await clock.sleep(for: time, as: .delay) } catch { return }
      if !Task.isCancelled, let screen, screen.state.notice == text { screen.state.notice = nil }
    }
  }
}
