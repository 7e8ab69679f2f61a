#if canImport(AVFoundation) && canImport(MediaPlayer)
  import AVFoundation
  import CoreGraphics
  import Foundation
  import MediaCore
  import MediaPlayer

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// Connects a player to the system. It shows the open item on the lock screen, carries out the commands from there, and pauses for calls,
  /// alarms and unplugged headphones.
  ///
  /// Keep this object as long as the player exists. Create only one such object at a time, since the system has only one lock screen.
  @MainActor
  public final class SystemPlayback {
    private let player: PlayerViewModel
    private let center = MPNowPlayingInfoCenter.default()
    private let session: AudioSessionObserver
    private let commands: RemoteCommands
    private var token: ObservationToken?
    private var shown: LockScreenContent?
    private var artwork: (url: URL, artwork: MPMediaItemArtwork)?
    private var loading: (url: URL, task: Task<Void, Never>)?
    private let pictures: PictureLoader
    private var isHeldAwake = false

    /// Connects a player to the system. Call ``stop()`` to disconnect the player.
    /// - Parameter player: the app's only player.
    public init(_ player: PlayerViewModel) {
      self.player = player
      pictures = PictureLoader(client: player.shelf.client, capacity: 0, keptIn: player.shelf.covers)
      session = AudioSessionObserver(AudioSessionOptions(player.state.settings)) { [weak player] in player?.handle($0) }
      #if os(watchOS)
        let isPermissionNeeded = true
      #else
        let isPermissionNeeded = false
      #endif
      player.soundStart.connect({ [session] in session.activate($0) }, isPermissionNeeded: isPermissionNeeded)
      commands = RemoteCommands { [weak player] in player?.handle($0) ?? false }
      token = player.observe { [weak self] _ in self?.update() }
      player.onAboutToPlay = { [weak self] in self?.stayAwake() }
    }

    /// Disconnects the player from the system. The lock screen becomes empty, and commands no longer reach the player.
    public func stop() {
      token = nil
      player.onAboutToPlay = {}
      loading?.task.cancel()
      player.soundStart.connect(nil)
      commands.remove()
      session.remove()
      center.nowPlayingInfo = nil
    }

    /// Asks the system for time in the background while the next item is looked for and opened, or while a position is read before an item
    /// plays. No sound plays meanwhile, so the system would otherwise suspend the app before the item plays.
    private func stayAwake() {
      guard player.isAboutToPlay, !isHeldAwake else { return }
      isHeldAwake = true
      SystemEvents.finishInBackground { [weak self, weak player] in
        await player?.decided()
        await self?.mayBeSuspended()
      }
    }

    private func mayBeSuspended() { isHeldAwake = false }

    private func update() {
      stayAwake()
      session.use(AudioSessionOptions(player.state.settings))
      guard let now = player.nowPlaying else {
        if shown != nil { center.nowPlayingInfo = nil }
        shown = nil
        return
      }
      // If the engine played before this object was created, the session is not active yet.
      if now.isPlaying { player.soundStart.follow() }
      let content = LockScreenContent(snapshot: now, options: player.state.settings.lockScreen)
      if let shown, content.continues(shown) { return }
      commands.setSkips(forward: now.skipForward, backward: now.skipBackward)
      commands.setPresses(
        double: player.meaning(of: .doublePress) != nil, triple: player.meaning(of: .triplePress) != nil)
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
      guard let url, artwork?.url != url, loading?.url != url else { return }
      loading?.task.cancel()
      let task = Task { [weak self, pictures] in
        let picture = await Self.picture(at: url, pictures)
        guard !Task.isCancelled else { return }
        self?.loading = nil
        if let picture { self?.show(picture, of: url) }
      }
      loading = (url, task)
    }

    private static func picture(at url: URL, _ pictures: PictureLoader) async -> DecodedPicture? {
      guard let data = await SystemPictures.load({ try await pictures.picture(at: url) }),
        let pixels = PicturePixels(width: artworkSide, height: artworkSide, scale: 1)
      else { return nil }
      return await SystemPictures.picture(data, filling: pixels)
    }

    /// The side of the cover on the lock screen of the largest phone, in pixels.
    private static let artworkSide = 1280.0

    private func show(_ picture: DecodedPicture, of url: URL) {
      let size = CGSize(width: picture.image.width, height: picture.image.height)
      // The system calls this closure on its own thread: create a new image in each call instead of sharing one image between threads.
      #if canImport(UIKit)
        let image: @Sendable (CGSize) -> UIImage = { _ in UIImage(cgImage: picture.image) }
      #else
        let image: @Sendable (CGSize) -> NSImage = { _ in NSImage(cgImage: picture.image, size: size) }
      #endif
      artwork = (url, MPMediaItemArtwork(boundsSize: size, requestHandler: image))
      if let shown { publish(shown) }
    }
  }
#endif
