#if canImport(AVFoundation)
  /// Plays books and episodes with AVPlayer: streams and files on this device, one file or several, at any speed.
  ///
  /// ```swift
  /// let player = PlayerViewModel(shelf: shelf, engine: AVPlayerEngine())
  /// let playback = SystemPlayback(player)          // lock screen, headphones, calls
  /// player.open(id)
  /// ```
  ///
  /// For playing in the background an app needs the background mode `audio` in its Info.plist.
  @MainActor
  public final class AVPlayerEngine: PlaybackEngine {
    private let engine: TrackEngine

    public var onEvent: (@MainActor (PlaybackEvent) -> Void)? {
      get { engine.onEvent }
      set { engine.onEvent = newValue }
    }

    /// Creates an engine for ``PlayerViewModel``.
    /// - Parameter headers: sent with each request for audio, for a reverse proxy that requires them; those of `ClientOptions/headers`.
    ///   AVFoundation accepts them under a key that it does not document.
    public init(headers: [String: String] = [:]) { engine = TrackEngine(player: AVTrackPlayer(headers: headers)) }

    public var currentPosition: Double? { engine.currentPosition }
    public func load(_ tracks: [PlayableTrack], at position: Double) { engine.load(tracks, at: position) }
    public func play() { engine.play() }
    public func pause() { engine.pause() }
    public func seek(to position: Double) { engine.seek(to: position) }
    public func setRate(_ rate: Double) { engine.setRate(rate) }
    public func setVolume(_ volume: Double) { engine.setVolume(volume) }
    public func stop() { engine.stop() }
  }
#endif
