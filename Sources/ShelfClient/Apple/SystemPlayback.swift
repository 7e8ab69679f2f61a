#if canImport(AVFoundation) && canImport(MediaPlayer)
  import AVFoundation
  import Foundation
  import MediaCore
  import MediaPlayer

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// Connects a player to the system: the lock screen and its commands, calls and alarms, headphones that are unplugged.
  ///
  /// Keep it as long as the player, and only one at a time: the system has one lock screen.
  @MainActor
  public final class SystemPlayback {
    private let player: PlayerViewModel
    private let center = MPNowPlayingInfoCenter.default()
    private let session: AudioSessionObserver
    private let commands: RemoteCommands
    private var token: ObservationToken?
    private var shown: LockScreenContent?
    private var artwork: (url: URL, artwork: MPMediaItemArtwork)?
    private var loading: Task<Void, Never>?
    private let pictures: PictureLoader

    /// Connects a player to the system. Call ``stop()`` to disconnect it.
    /// - Parameter player: the one player of the app.
    public init(_ player: PlayerViewModel) {
      self.player = player
      pictures = PictureLoader(client: player.shelf.client, capacity: 0, keptIn: player.shelf.covers)
      session = AudioSessionObserver { [weak player] in player?.handle($0) }
      commands = RemoteCommands { [weak player] in player?.handle($0) ?? false }
      token = player.observe { [weak self] _ in self?.update() }
    }

    /// Disconnects the player: clears the lock screen and removes the commands.
    public func stop() {
      token = nil
      loading?.cancel()
      commands.remove()
      session.remove()
      center.nowPlayingInfo = nil
    }

    private func update() {
      guard let now = player.nowPlaying else {
        if shown != nil { center.nowPlayingInfo = nil }
        shown = nil
        return
      }
      if now.isPlaying { session.activate() }
      let content = LockScreenContent(snapshot: now, options: player.state.settings.lockScreen)
      if let shown, content.continues(shown) { return }
      commands.setSkips(forward: now.skipForward, backward: now.skipBackward)
      // Enable the chapter commands for every item with chapters: "next chapter" also works between two chapters.
      commands.setChapters(!player.state.chapters.isEmpty)
      commands.setSeeking(content.options.allowsSeeking)
      shown = content
      publish(content)
      load(now.coverURL)
    }

    private func publish(_ content: LockScreenContent) {
      let now = content.snapshot
      var info: [String: Any] = [
        MPMediaItemPropertyTitle: now.title(content.options),
        MPMediaItemPropertyArtist: now.author,
        MPMediaItemPropertyAlbumTitle: now.title,
        MPNowPlayingInfoPropertyElapsedPlaybackTime: now.position,
        MPNowPlayingInfoPropertyPlaybackRate: now.playbackRate,
        MPNowPlayingInfoPropertyDefaultPlaybackRate: now.speed.rawValue,
        MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.audio.rawValue,
      ]
      if now.duration > 0 { info[MPMediaItemPropertyPlaybackDuration] = now.duration }
      if let chapter = now.chapter {
        info[MPNowPlayingInfoPropertyChapterNumber] = chapter.number - 1
        info[MPNowPlayingInfoPropertyChapterCount] = chapter.count
      }
      if let artwork, artwork.url == now.coverURL { info[MPMediaItemPropertyArtwork] = artwork.artwork }
      center.nowPlayingInfo = info
      #if canImport(AppKit) && !canImport(UIKit)
        center.playbackState = now.isPlaying ? .playing : .paused
      #endif
    }

    private func load(_ url: URL?) {
      guard let url, artwork?.url != url else { return }
      loading?.cancel()
      loading = Task { [weak self, pictures] in
        guard let data = try? await pictures.picture(at: url), !Task.isCancelled else { return }
        self?.show(data, of: url)
      }
    }

    private func show(_ data: Data, of url: URL) {
      #if canImport(UIKit)
        guard let size = UIImage(data: data)?.size else { return }
        // The system calls this closure on its own thread: create an image per call instead of sharing one.
        let image: @Sendable (CGSize) -> UIImage = { _ in UIImage(data: data) ?? UIImage() }
      #else
        guard let size = NSImage(data: data)?.size else { return }
        let image: @Sendable (CGSize) -> NSImage = { _ in NSImage(data: data) ?? NSImage() }
      #endif
      artwork = (url, MPMediaItemArtwork(boundsSize: size, requestHandler: image))
      if let shown { publish(shown) }
    }
  }
#endif
