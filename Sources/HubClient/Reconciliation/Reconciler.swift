public import Foundation
import MediaCore

/// Asks the server to look for new videos. Such a request is called a reconcile. No reconcile starts earlier than the user's setting
/// allows, and only one runs at a time. The time of the last successful reconcile is stored across launches under the name
/// `lastReconcileTimestamp`, separately for each server and user.
///
/// The server continues a reconcile even if the client or a proxy has given up waiting. So after a time-out, a lost connection, or a
/// cancellation, no automatic reconcile starts for 15 minutes. If the request never left this device, the next reconcile may start at once.
///
/// ```swift
/// if let found = try await hub.library.reconciler.reconcileIfAllowed() { print(found, "new videos") }
/// ```
public struct Reconciler: Sendable {
  let feed: any VideoFeed
  let storage: LibraryStorage

  private var clock: any TimeSource { storage.accounts.environment.clock }

  func throttle() async throws(ClientError) -> ReconcileThrottle { try await storage.throttle.value() }

  /// Returns the time of the last successful reconcile; nil if there was none.
  /// - Throws: `storageFailed` if the file cannot be read.
  public func lastReconcileTime() async throws(HubError) -> Date? { try await during(.storage, await throttle().last) }

  /// Returns the user's setting for the pause between automatic reconciles.
  /// - Throws: `storageFailed` if the file cannot be read.
  public func frequency() async throws(HubError) -> ReconcileFrequency {
    try await during(.storage, await throttle().frequency)
  }

  /// Sets the pause between automatic reconciles. The setting is kept across launches.
  public func setFrequency(_ frequency: ReconcileFrequency) async throws(HubError) {
    try await during(.storage, await storage.set(storage.throttle) { $0.frequency = frequency })
  }

  /// Whether ``reconcileIfAllowed(startsClock:)`` would ask the server now. False if the user's setting cannot be read.
  public func canReconcile() async -> Bool { await canReconcile(.byItself) }

  /// Why a run is started.
  enum Cause {
    /// An automatic run by the user's setting.
    case byItself
    /// A pull by the user: ignores the setting, but does not start while the server may still work on an abandoned run.
    case asked
    /// A forced run: starts unless another run of this device is under way.
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
      // If the setting cannot be read, start nothing: the user may have turned automatic reconciles off.
      guard let throttle = try? await throttle(), holdBackLeft == .zero else { return false }
      return throttle.allows(at: clock.now())
    }
  }

  private var holdBackLeft: Duration { storage.runs.holdBackLeft(clock.uptime(), generation: storage.generation) }

  /// Returns the time from which the next automatic reconcile is allowed; nil if reconciles never start automatically.
  /// - Throws: `storageFailed` if the user's setting cannot be read.
  public func nextAllowed() async throws(HubError) -> Date? {
    let now = clock.now()
    let heldBackUntil = now.addingTimeInterval(holdBackLeft.seconds)
    return try await during(.storage, await throttle()).nextAllowed(after: now).map { max($0, heldBackUntil) }
  }

  /// Records that a reconcile has just succeeded. The pause before the next automatic reconcile starts now. After
  /// ``reconcileIfAllowed(startsClock:)``, this call is not needed.
  public func recordReconciliation() async throws(HubError) {
    try await during(.storage, await recordReconciliation(begun: storage.generation))
  }

  private func recordReconciliation(begun: Int) async throws(ClientError) {
    try await storage.save(storage.throttle, begun: begun) { [now = clock.now()] in $0.last = now }
  }

  /// Makes the server look for new videos if the pause since the last reconcile is over.
  /// - Parameter startsClock: whether a success starts the next pause. Pass false for the first reconcile after a registration: at that
  ///   time, the server has not looked up the new channels yet, so a second reconcile should follow soon.
  /// - Returns: the number of videos that were new to the server. Nil if the pause is not over, if automatic reconciles are turned off, if
  ///   another reconcile is running, or if the server does not support reconciles.
  /// - Throws: the error of the call. The pause does not start then.
  public func reconcileIfAllowed(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await during(.reconciliation, await run(.byItself, startsClock: startsClock, begun: storage.generation))
  }

  /// Makes the server look for new videos now, even during the pause.
  /// - Parameter startsClock: whether a success starts the next pause.
  /// - Returns: the number of videos that were new to the server. Nil if another reconcile is running, or if the server does not support
  ///   reconciles.
  public func reconcile(startsClock: Bool = true) async throws(HubError) -> Int? {
    try await during(.reconciliation, await run(.forced, startsClock: startsClock, begun: storage.generation))
  }

  /// - Parameter begun: the generation of the run; after a sign-out nothing is sent and nothing noted.
  func run(_ cause: Cause, startsClock: Bool, begun: Int) async throws(ClientError) -> Int? {
    let operation = OperationID.hubReconcileRun
    try storage.check(begun, operation)
    guard storage.runs.begin(.reconcile) else { return nil }
    defer { storage.runs.end(.reconcile) }
    guard await isAllowed(cause) else { return nil }
    do throws(ClientError) {
      let count = try await ClientError.of(await feed.reconcile())
      try storage.check(begun, operation)
      storage.runs.holdBack(until: nil, generation: begun)
      if count != nil, startsClock {
        do throws(ClientError) { try await recordReconciliation(begun: begun) } catch {
          // If the date cannot be saved, report that and go on. If the user has signed out, `check` throws.
          try storage.check(begun, operation)
          storage.accounts.report(error)
        }
      }
      return count
    } catch {
      if error.leavesRunBehind, begun == storage.generation {
        storage.runs.holdBack(until: clock.uptime() + .seconds(ReconcileFrequency.minimum), generation: begun)
      }
      throw error
    }
  }
}

extension ClientError {
  /// Whether the server may still be working, because only the client or a proxy gave up.
  fileprivate var leavesRunBehind: Bool {
    guard operation != Self.locating else { return false }
    switch kind {
    case .timedOut, .cancelled: return true
    case .unreachable: return detail == TransportFailure.Reach.connectionLost.rawValue
    default: return status.map { [504, 522, 523, 524].contains($0) } ?? false
    }
  }
}
