#if canImport(MediaPlayer)
  import Dispatch
  import Foundation
  import MediaPlayer

  /// Receives the system's remote commands, until ``remove()`` is called.
  @MainActor
  final class RemoteCommands {
    private let center = MPRemoteCommandCenter.shared()
    private let handle: @MainActor (RemoteCommand) -> Bool
    private var targets: [(MPRemoteCommand, Any)] = []

    init(_ handle: @escaping @MainActor (RemoteCommand) -> Bool) {
      self.handle = handle
      add(center.playCommand) { _ in .play }
      add(center.pauseCommand) { _ in .pause }
      add(center.togglePlayPauseCommand) { _ in .toggle }
      add(center.skipForwardCommand) { _ in .skipForward }
      add(center.skipBackwardCommand) { _ in .skipBackward }
      add(center.nextTrackCommand) { _ in .doublePress }
      add(center.previousTrackCommand) { _ in .triplePress }
      add(center.changePlaybackPositionCommand) { event in
        (event as? MPChangePlaybackPositionCommandEvent).map { .seek($0.positionTime) }
      }
      add(center.changePlaybackRateCommand) { event in
        (event as? MPChangePlaybackRateCommandEvent).map { .rate(Double($0.playbackRate)) }
      }
      center.changePlaybackRateCommand.supportedPlaybackRates = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
        .map { NSNumber(value: $0) }
    }

    /// Sets the number of seconds that the system shows for each of the two skip commands.
    func setSkips(forward: Double, backward: Double) {
      center.skipForwardCommand.preferredIntervals = [NSNumber(value: forward)]
      center.skipBackwardCommand.preferredIntervals = [NSNumber(value: backward)]
    }

    /// Enables the command of each press that has an effect in the open item, and disables the others.
    func setPresses(double: Bool, triple: Bool) {
      center.nextTrackCommand.isEnabled = double
      center.previousTrackCommand.isEnabled = triple
    }

    /// Allows or forbids the user to drag the position on the lock screen.
    func setSeeking(_ isAllowed: Bool) { center.changePlaybackPositionCommand.isEnabled = isAllowed }

    func remove() {
      for (command, target) in targets { command.removeTarget(target) }
      targets = []
    }

    private func add(
      _ command: MPRemoteCommand, _ read: @escaping @Sendable (MPRemoteCommandEvent) -> RemoteCommand?
    ) {
      let handler: @Sendable (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus = { [weak self] event in
        guard let command = read(event) else { return .commandFailed }
        let isDone = Self.onMainThread { self?.handle(command) ?? false }
        return isDone ? .success : .noSuchContent
      }
      let target = command.addTarget(handler: handler)
      targets.append((command, target))
    }

    /// Runs `body` on the main thread, which the system usually uses for the handlers of commands, but does not guarantee.
    private nonisolated static func onMainThread(_ body: @MainActor @Sendable () -> Bool) -> Bool {
      if Thread.isMainThread { return MainActor.assumeIsolated(body) }
      return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
    }
  }
#endif
