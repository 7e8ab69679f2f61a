/// Activates the system's audio session before a player's engine plays. In the other order, the system can refuse the sound: after a call
/// the session is inactive until the app activates it, and on a watch the user first chooses where sound goes.
@MainActor
final class SoundStart {
  /// Calls a closure with whether the session is active now, at once or later.
  typealias Activation = @MainActor (_ isActive: @escaping @MainActor (Bool) -> Void) -> Void

  private var activation: Activation?
  private var isPermissionNeeded = false
  private var isActive = false
  /// The number of starts and cancellations so far: the answer to an earlier start is ignored.
  private var requests = 0

  /// Connects the audio session; nil disconnects it, and playing then begins at once.
  /// - Parameter isPermissionNeeded: whether the engine stays silent if the session is not activated, as on a watch whose user has chosen no
  ///   headphones. On other systems it plays all the same: in the foreground the sound is heard without the session.
  func connect(_ activation: Activation?, isPermissionNeeded: Bool = false) {
    (self.activation, self.isPermissionNeeded, isActive) = (activation, isPermissionNeeded, false)
    requests += 1
  }

  /// Notes that the system has deactivated the session, as a call does.
  func deactivated() { isActive = false }

  /// Activates the session, then plays.
  /// - Parameter refused: called in place of `play` if the user has refused.
  func begin(_ play: @escaping @MainActor () -> Void, refused: @escaping @MainActor () -> Void) {
    requests += 1
    guard let activation, !isActive else { return play() }
    let request = requests
    activation { [weak self] isActive in
      guard let self, requests == request else { return }
      self.isActive = isActive
      if isActive || !isPermissionNeeded { play() } else { refused() }
    }
  }

  /// Activates the session for an engine that plays already.
  func follow() { if !isActive { begin({}, refused: {}) } }

  /// Ends a start that the system has not answered yet, because the user has paused.
  func cancel() { requests += 1 }
}
