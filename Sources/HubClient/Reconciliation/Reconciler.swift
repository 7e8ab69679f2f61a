public import Foundation
import MediaCore

/// Reconciles by the rules: not more often than the throttle allows, one run at a time, the moment noted only after success
/// and kept over launches under `lastReconcileTimestamp` of this server and user.
///
/// The server goes on with a run whose client or proxy gave up. So after a timeout, a lost connection, or a cancellation
/// nothing is started by itself for 15 minutes, unless nothing had gone out yet.
public actor Reconciler {
  private let feed: any VideoFeed
  private let storage: LibraryStorage
  private let clock: any TimeSource
  private var throttle = ReconcileThrottle()
  private var isLoaded = false
  private var isRunning = false
  /// By uptime.
  private var heldBackUntil: Duration?

  init(feed: any VideoFeed, storage: LibraryStorage, clock: any TimeSource) {
    self.feed = feed
    self.storage = storage
    self.clock = clock
  }

  /// When it last succeeded; nil for never.
  public func lastReconcileTime() -> Date? {
    load()
    return throttle.last
  }

  public func frequency() -> ReconcileFrequency {
    load()
    return throttle.frequency
  }

  /// The user's setting; kept over launches.
  public func setFrequency(_ frequency: ReconcileFrequency) {
    load()
    throttle.frequency = frequency
    storage.save(frequency, .reconcileFrequency)
  }

  /// Whether ``reconcileIfAllowed(startsClock:)`` would ask the server now.
  public func canReconcile() -> Bool { canReconcile(.byItself) }

  /// Who wants a run.
  enum Wish {
    /// Nobody: by the user's setting.
    case byItself
    /// Somebody pulled: not more often than every 15 minutes.
    case asked
    /// Somebody insists: as soon as no other is under way.
    case forced
  }

  func canReconcile(_ wish: Wish) -> Bool {
    load()
    guard wish != .forced else { return !isRunning }
    return isLoaded && !isRunning && !isHeldBack && throttle.allows(at: clock.now(), isAsked: wish == .asked)
  }

  /// When it will be allowed; nil for never by itself.
  public func nextAllowed() -> Date? {
    load()
    let now = clock.now()
    let left = heldBackUntil.map { max(.zero, $0 - clock.uptime()) } ?? .zero
    return throttle.nextAllowed(after: now).map { max($0, now.addingTimeInterval(left.seconds)) }
  }

  /// Notes a success. ``reconcileIfAllowed(startsClock:)`` does it by itself.
  public func recordReconciliation() {
    load()
    throttle.last = clock.now()
    storage.save(clock.now(), .lastReconcileTimestamp)
  }

  /// Reconciles unless it is too early.
  /// - Parameter startsClock: false for the very first one after a registration: the server has not resolved the channels by
  ///   then, and a second look soon after is worth more than the pause.
  /// - Returns: how many videos were new to the server; nil when it was too early, when another run is under way, and when the
  ///   server has nothing of the kind.
  /// - Throws: what the call throws; the moment is not noted then.
  public func reconcileIfAllowed(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await run(.byItself, startsClock: startsClock, begun: storage.generation)
  }

  /// Reconciles now, because somebody asked for it. A run that is under way is not doubled: that is nil.
  public func reconcile(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await run(.forced, startsClock: startsClock, begun: storage.generation)
  }

  /// - Parameter begun: the generation it is for; for one that was forgotten nothing is asked and nothing noted.
  func run(_ wish: Wish, startsClock: Bool, begun: Int) async throws(HubError) -> Int? {
    guard begun == storage.generation else { throw LibraryStorage.forgotten("hub.reconcile.run") }
    guard canReconcile(wish) else { return nil }
    isRunning = true
    defer { isRunning = false }
    do throws(HubError) {
      let count = try await feed.reconcile()
      guard begun == storage.generation else { throw LibraryStorage.forgotten("hub.reconcile.run") }
      heldBackUntil = nil
      if count != nil, startsClock { recordReconciliation() }
      return count
    } catch {
      if error.clientError.leavesRunBehind, begun == storage.generation {
        heldBackUntil = clock.uptime() + .seconds(ReconcileFrequency.minimum)
      }
      throw error
    }
  }

  private var isHeldBack: Bool { heldBackUntil.map { $0 > clock.uptime() } ?? false }

  private func load() {
    guard !isLoaded else { return }
    do throws(ClientError) {
      let last = try storage.read(Date.self, .lastReconcileTimestamp)
      let frequency = try storage.read(ReconcileFrequency.self, .reconcileFrequency)
      throttle = ReconcileThrottle(last: last, frequency: frequency ?? .quarterHour)
      isLoaded = true
    } catch {
      // Tried again at the next look. Until then nothing is known of the user's setting.
    }
  }

  func forget() {
    storage.startOver()
    isLoaded = true
    throttle = ReconcileThrottle()
    heldBackUntil = nil
    storage.remove(.lastReconcileTimestamp)
    storage.remove(.reconcileFrequency)
  }
}

extension ClientError {
  /// The server may still be at what it was asked for: somebody on the way gave up waiting, not the server.
  fileprivate var leavesRunBehind: Bool {
    guard operation != Self.locating else { return false }
    switch kind {
    case .timedOut, .cancelled: return true
    case .unreachable: return detail == TransportFailure.Reach.connectionLost.rawValue
    default: return status.map { [504, 522, 523, 524].contains($0) } ?? false
    }
  }
}
