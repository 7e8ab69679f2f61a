/// Activates the system's audio session before a player's engine plays. Otherwise the system can refuse the sound: after a phone call, the
/// session is inactive until the app activates it, and on a watch, the user first has to choose an audio output.
@MainActor
final class SoundStart {
  /// Activates the session, and then calls `isActive` with whether the session is active, at once or later.
  typealias Activation = @MainActor (_ isActive: @escaping @MainActor (Bool) -> Void) -> Void

  private var activation: Activation?
  private var isPermissionNeeded = false
  private var isActive = false
  /// The number of starts and cancellations so far. The answer to a start is ignored if this number has changed since.
  private var requests = 0

  /// Connects the audio session. If `activation` is nil, disconnects it; playing then begins without a session.
  /// - Parameter isPermissionNeeded: whether the engine must not play unless the session was activated, as on a watch whose user has chosen
  ///   no headphones. On other systems the engine plays in any case: in the foreground, sound is heard without an active session.
  func connect(_ activation: Activation?, isPermissionNeeded: Bool = false) {
    (self.activation, self.isPermissionNeeded, isActive) = (activation, isPermissionNeeded, false)
    requests += 1
  }

  /// Records that the system has deactivated the session, for example for a phone call.
  func deactivated() { isActive = false }

  /// Activates the session if it is inactive, and then calls `play`.
  /// - Parameter refused: called instead of `play` if the session was not activated and the engine needs it.
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

  /// Activates the session for an engine that is already playing.
  func follow() { if !isActive { begin({}, refused: {}) } }

  /// Cancels a start that the system has not answered yet, because the user has paused.
  func cancel() { requests += 1 }
}
