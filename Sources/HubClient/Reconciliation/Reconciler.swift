public import Foundation
import MediaCore

/// Reconciles by the rules: not more often than the throttle allows, one run at a time, the moment noted only after
/// success and kept over launches under `lastReconcileTimestamp` of this server and user.
///
/// The server goes on with a run whose client or proxy gave up. So after a timeout, a lost connection, or a
/// cancellation nothing is started by itself for 15 minutes, unless nothing had gone out yet.
public struct Reconciler: Sendable {
  let feed: any VideoFeed
  let storage: LibraryStorage

  private var clock: any TimeSource { storage.accounts.environment.clock }

  func throttle() async throws(HubError) -> ReconcileThrottle { try await storage.read(storage.throttle) { $0 } }

  /// When it last succeeded; nil for never.
  /// - Throws: `storageFailed` while that cannot be read.
  public func lastReconcileTime() async throws(HubError) -> Date? { try await throttle().last }

  /// - Throws: `storageFailed` while it cannot be read.
  public func frequency() async throws(HubError) -> ReconcileFrequency { try await throttle().frequency }

  /// The user's setting; kept over launches.
  public func setFrequency(_ frequency: ReconcileFrequency) async throws(HubError) {
    try await storage.save(storage.throttle) { $0.frequency = frequency }
  }

  /// Whether ``reconcileIfAllowed(startsClock:)`` would ask the server now. False while the setting cannot be read.
  public func canReconcile() async -> Bool { await canReconcile(.byItself) }

  /// Why a run is started.
  enum Cause {
    /// By the user's setting.
    case byItself
    /// Somebody pulled: whatever the setting, but not while the server can still be at work on a run that was given up.
    case asked
    /// Somebody insists: as soon as no other run of this device is under way.
    case forced
  }

  func canReconcile(_ cause: Cause) async -> Bool {
    if storage.runs.isRunning(.reconcile) { return false }
    return await isAllowed(cause)
  }

  private func isAllowed(_ cause: Cause) async -> Bool {
    switch cause {
    case .forced: return true
    case .asked: return holdBackLeft == .zero
    case .byItself:
      // While the setting cannot be read nothing is started: it may say never.
      guard let throttle = try? await throttle(), holdBackLeft == .zero else { return false }
      return throttle.allows(at: clock.now())
    }
  }

  private var holdBackLeft: Duration { storage.runs.holdBackLeft(clock.uptime(), generation: storage.generation) }

  /// When it will be allowed; nil for never by itself.
  /// - Throws: `storageFailed` while the setting cannot be read.
  public func nextAllowed() async throws(HubError) -> Date? {
    let now = clock.now()
    let heldBackUntil = now.addingTimeInterval(holdBackLeft.seconds)
    return try await throttle().nextAllowed(after: now).map { max($0, heldBackUntil) }
  }

  /// Notes a success. ``reconcileIfAllowed(startsClock:)`` does it by itself.
  public func recordReconciliation() async throws(HubError) {
    try await storage.save(storage.throttle) { [now = clock.now()] in $0.last = now }
  }

  /// Reconciles unless it is too early.
  /// - Parameter startsClock: false for the very first one after a registration: the server has not resolved the
  ///   channels by
  ///   then, and a second run soon after is worth more than the pause.
  /// - Returns: the number of videos that were new to the server; nil when it was too early, when another run is under
  ///   way, and
  ///   when the server has nothing of the kind.
  /// - Throws: the error of the call; the moment is not noted then.
  public func reconcileIfAllowed(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await run(.byItself, startsClock: startsClock, begun: storage.generation)
  }

  /// Reconciles now, because somebody asked for it. A run that is under way is not doubled: that is nil.
  public func reconcile(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await run(.forced, startsClock: startsClock, begun: storage.generation)
  }

  /// - Parameter begun: the generation it is for; once that has ended nothing is sent and nothing noted.
  func run(_ cause: Cause, startsClock: Bool, begun: Int) async throws(HubError) -> Int? {
    let operation = OperationID.hubReconcileRun
    try storage.check(begun, operation)
    guard storage.runs.begin(.reconcile) else { return nil }
    defer { storage.runs.end(.reconcile) }
    guard await isAllowed(cause) else { return nil }
    do throws(HubError) {
      let count = try await feed.reconcile()
      try storage.check(begun, operation)
      storage.runs.holdBack(until: nil, generation: begun)
      if count != nil, startsClock {
        do throws(HubError) { try await recordReconciliation() } catch { storage.accounts.report(error.clientError) }
      }
      return count
    } catch {
      if error.clientError.leavesRunBehind, begun == storage.generation {
        storage.runs.holdBack(until: clock.uptime() + .seconds(ReconcileFrequency.minimum), generation: begun)
      }
      throw error
    }
  }
}

extension ClientError {
  /// The server may still be at work: the client or a proxy gave up waiting, not the server.
  fileprivate var leavesRunBehind: Bool {
    guard operation != Self.locating else { return false }
    switch kind {
    case .timedOut, .cancelled: return true
    case .unreachable: return detail == TransportFailure.Reach.connectionLost.rawValue
    default: return status.map { [504, 522, 523, 524].contains($0) } ?? false
    }
  }
}
