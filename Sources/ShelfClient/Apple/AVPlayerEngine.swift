#if canImport(AVFoundation)
  import Foundation
  import MediaCore

  /// Plays books and episodes with AVPlayer: streams and files on this device, one file or several, at any speed.
  ///
  /// ```swift
  /// let player = PlayerViewModel(shelf: shelf, engine: AVPlayerEngine(shelf: shelf))
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

    /// Creates an engine for ``PlayerViewModel``. Requests for audio carry the headers that the app has set for the server's address in use
    /// (`ClientOptions`, `AlternativeAddress`), such as those that a reverse proxy requires. Files on this device and other servers get none.
    ///
    /// AVFoundation accepts headers under a key that it does not document.
    public convenience init(shelf: ShelfService) {
      self.init { [client = shelf.client] in client.streamHeaders(for: $0) }
    }

    /// Creates an engine with headers that stay the same for all addresses. ``init(shelf:)`` follows the address in use.
    /// - Parameter headers: sent with each request for audio, for a reverse proxy that requires them. They also go to addresses of other
    ///   servers, if tracks have such addresses.
    public convenience init(headers: [String: String] = [:]) { self.init { _ in headers } }

    private init(_ headers: @escaping @MainActor (URL) -> [String: String]) {
      engine = TrackEngine(player: AVTrackPlayer(headers: headers))
    }

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
