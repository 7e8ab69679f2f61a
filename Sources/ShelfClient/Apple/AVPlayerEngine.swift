#if canImport(AVFoundation)
  import Foundation
  import MediaCore

  /// An engine that plays books and episodes with AVPlayer, at any speed. An item can be a stream, or one or several files on this device
  /// or on the server.
  ///
  /// ```swift
  /// let player = PlayerViewModel(shelf: shelf, engine: AVPlayerEngine(shelf: shelf))
  /// let playback = SystemPlayback(player)          // lock screen, headphones, calls
  /// player.open(id)
  /// ```
  ///
  /// To play in the background, an app needs the background mode `audio` in its Info.plist.
  @MainActor
  public final class AVPlayerEngine: PlaybackEngine {
    private let engine: TrackEngine

    public var onEvent: (@MainActor (PlaybackEvent) -> Void)? {
      get { engine.onEvent }
      set { engine.onEvent = newValue }
    }

    public var mimeTypes: [String]? { PlayOptions().mimeTypes }

    /// Creates an engine for ``PlayerViewModel``. Requests for audio carry the HTTP headers that the app has set for the server's current
    /// address (`ClientOptions`, `AlternativeAddress`), such as headers that a reverse proxy requires. Requests to other servers carry no
    /// such headers, and files on this device need no request.
    ///
    /// The headers are passed to AVFoundation under a key that Apple does not document.
    public convenience init(shelf: ShelfService) {
      self.init { [client = shelf.client] in client.streamHeaders(for: $0) }
    }

    /// Creates an engine that sends the same HTTP headers to all addresses. With ``init(shelf:)``, the headers depend on the server's
    /// current address.
    /// - Parameter headers: the headers of each request for audio, for example headers that a reverse proxy requires. If a track has an
    ///   address on another server, the engine also sends the headers there.
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
