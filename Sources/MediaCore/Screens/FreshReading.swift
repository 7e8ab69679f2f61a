import Foundation

/// Keeps the screens of one account storage fresh: reads them again while they are observed and the app is at the front. A screen is read
/// when the app comes to the front, when the network returns, and at the latest when its data has the age that the screen allows. Nothing
/// is read before the app has reported through ``SystemEvents`` that it is at the front.
@MainActor
package final class FreshReading {

  private struct Weak {
    weak var screen: (any FreshScreen)?
  }

  private nonisolated let clock: any TimeSource
  private var screens: [Weak] = []
  private var (isFront, isReading) = (false, false)
  private var timer: Task<Void, Never>?

  /// The `FreshReading` that all screens over one account storage share.
  package nonisolated static func shared(_ accounts: AccountStorage) -> FreshReading {
    accounts.shared("fresh-reading", isLasting: true) { FreshReading(clock: accounts.environment.clock) }
  }

  private nonisolated init(clock: any TimeSource) { self.clock = clock }

  deinit { timer?.cancel() }

  func add(_ screen: any FreshScreen) {
    screens.removeAll { $0.screen == nil || $0.screen === screen }
    screens.append(Weak(screen: screen))
  }

  /// A screen begins or ends to be read: its time may be the next one.
  func timesChanged() { if isFront, !isReading { startTimer() } }

  /// Reports that the app came to the front or left it.
  package func move(isFront: Bool) {
    let isReturning = isFront && !self.isFront
    self.isFront = isFront
    // The user has not seen the screens since the app left the front, so rows may move now.
    if isReturning { for screen in screens { screen.screen?.cameToFront() } }
    timer?.cancel()
    if isFront { startTimer() }
  }

  /// The user made a change on one of the screens: the others show it, and all rows that waited.
  func userChanged() { for screen in screens { screen.screen?.showAllRows() } }

  /// Reads the screens whose last answer is too old, one after the other.
  package func readStale() async {
    guard isFront, !isReading else { return }
    isReading = true
    defer {
      isReading = false
      if isFront { startTimer() }
    }
    for screen in screens.compactMap(\.screen) {
      // The app may have left the front during the await.
      if isFront, screen.isTooOld { await screen.readQuietly() }
    }
  }

  private func startTimer() {
    timer?.cancel()
    guard let next = screens.compactMap({ $0.screen?.nextReading }).min() else { return }
    timer = Task { [weak self, clock] in
      // Sleep as a watchdog: a manual clock that skips other sleeps would let this loop read without end. Sleep at least a second,
      // otherwise a screen whose read takes long is read again without a pause.
      do { try await clock.sleep(for: max(.seconds(1), next - clock.uptime()), as: .watchdog) } catch { return }
      await self?.readStale()
    }
  }
}

/// A screen that is kept fresh.
@MainActor
protocol FreshScreen: AnyObject {
  /// Whether the screen is observed and its last answer too old.
  var isTooOld: Bool { get }
  /// The uptime at which the screen is read again by itself; nil when nobody observes the screen, or it was never loaded.
  var nextReading: Duration? { get }
  /// The app came to the front: shows rows that waited. If the screen is too old, its next answer may move rows as well.
  func cameToFront()
  /// Shows rows that waited for the next pull.
  func showAllRows()
  /// Asks the server and shows its answer, without a message when it cannot be reached.
  func readQuietly() async
}
