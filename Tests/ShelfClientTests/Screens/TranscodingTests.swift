import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Audio that the server converts")
@MainActor
struct TranscodingTests {
  private func open(_ id: PlayableID, in player: PlayerViewModel) async {
    player.open(id, autoPlay: false)
    await player.settled()
  }

  @Test("the server converts what the engine cannot play, and sends the rest as it is", arguments: [true, false])
  func byType(playsIt: Bool) async throws {
    let rig = try await ShelfRig()
    let engine = ScriptedEngine(mimeTypes: playsIt ? PlayOptions().mimeTypes : ["audio/flac"])
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    await open(try rig.episode(), in: player)
    #expect(player.state.phase == .ready)
    #expect(player.state.isTranscoded == !playsIt)
    #expect(player.current?.session?.playMethod == (playsIt ? .directPlay : .transcode))
    let isStream = player.current?.tracks.first?.url.path.hasSuffix("/output.m3u8")
    #expect(isStream == !playsIt)
    player.close()
    await player.settled()
    #expect(!player.state.isTranscoded)
  }

  @Test("the user's choice to convert everything applies from the next opening on, and is stored")
  func byChoice() async throws {
    let rig = try await ShelfRig()
    let player = PlayerViewModel(shelf: rig.shelf, engine: ScriptedEngine())
    await open(try rig.episode(), in: player)
    try rig.shelf.playbackSettings.update { $0.alwaysTranscodes = true }
    await player.settled()
    #expect(!player.state.isTranscoded)
    await open(try rig.episode(1), in: player)
    #expect(player.state.isTranscoded)
    #expect(rig.relaunched().playbackSettings.current.alwaysTranscodes)
  }

  @Test("a converted item whose session is gone is opened again at its place, converted again")
  func reopened() async throws {
    let test = try await LatePlayerRig()
    try test.shelf.playbackSettings.update { $0.alwaysTranscodes = true }
    await test.open(test.episodes[2])
    await test.listen(40)
    let first = test.player.current?.session?.id
    test.engine.report(.failed(reason: "gone"))
    await test.settle()
    #expect(test.rig.count(.shelfPlaybackStart) == 2)
    #expect(test.player.current?.session?.id != first)
    #expect(test.player.state.isTranscoded)
    #expect(test.engine.start == 40)
    #expect(test.engine.tracks.map(\.mimeType) == ["application/vnd.apple.mpegurl"])
    await test.close()
  }

  @Test("a file here that the engine cannot play is streamed; without a network the reason is the format")
  func unplayableFile() async throws {
    let rig = try await ShelfRig()
    let id = try rig.episode()
    let file = PlayableTrack(url: URL(fileURLWithPath: "/a.opus"), start: 0, duration: 90, mimeType: "audio/ogg")
    let player = PlayerViewModel(
      shelf: rig.shelf, engine: ScriptedEngine(), localMedia: ListedMedia(LocalItem(id: id, tracks: [file])))
    await open(id, in: player)
    #expect(player.state.phase == .ready)
    #expect(!player.state.isLocal)
    player.close()
    await player.settled()
    rig.network.isDown = true
    await open(id, in: player)
    #expect(player.state.phase == .failed)
    #expect(player.state.problem == .formatNotPlayable)
    var playable = file
    playable.mimeType = "audio/MPEG; codecs=mp3"
    let other = PlayerViewModel(
      shelf: rig.shelf, engine: ScriptedEngine(), localMedia: ListedMedia(LocalItem(id: id, tracks: [playable])))
    await open(id, in: other)
    #expect(other.state.phase == .ready)
    #expect(other.state.isLocal)
  }

  @Test("a download that the player's engine could not play says so and takes no room", arguments: [true, false])
  func download(playsIt: Bool) async throws {
    let rig = try await DownloadRig()
    let engine = ScriptedEngine(mimeTypes: playsIt ? PlayOptions().mimeTypes : ["audio/flac"])
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    let download = try #require(try await rig.shelf.downloads.download(of: rig.book))
    #expect(rig.fileNames.isEmpty == !playsIt)
    if playsIt {
      #expect(download.phase == .complete)
    } else {
      var failure: ClientError?
      if case .failed(let error) = download.phase { failure = error }
      let error = try #require(failure)
      #expect(error.detail == ShelfDetail.formatNotPlayable)
      #expect(
        error.text(.english) == "This device cannot play this format from a file. Play it while you are connected.")
      rig.shelf.downloads.setPlayableTypes(nil)
      try await rig.shelf.downloads.resume(rig.book)
      await rig.shelf.downloads.settled()
      #expect(try await rig.shelf.downloads.download(of: rig.book)?.phase == .complete)
    }
    player.close()
    await player.settled()
  }

  @Test("a file of a type that the engine has not named is used, and downloaded")
  func unnamedTypes() async throws {
    let rig = try await DownloadRig()
    let id = try rig.rig.episode(of: "Short")
    let file = PlayableTrack(url: URL(fileURLWithPath: "/a.opus"), start: 0, duration: 90, mimeType: "audio/ogg")
    let engine = ScriptedEngine(mimeTypes: nil)
    let player = PlayerViewModel(
      shelf: rig.shelf, engine: engine, localMedia: ListedMedia(LocalItem(id: id, tracks: [file])))
    rig.rig.network.isDown = true
    await open(id, in: player)
    #expect(player.state.phase == .ready && player.state.isLocal)
    rig.rig.network.isDown = false
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.shelf.downloads.download(of: rig.book)?.phase == .complete)
  }

  @Test("a stream whose server is away waits for it, also when a file that cannot be played is here")
  func serverAway() async throws {
    let media = ListedMedia()
    let test = try await LatePlayerRig(localMedia: media)
    let id = test.episodes[2]
    let file = PlayableTrack(url: URL(fileURLWithPath: "/a.opus"), start: 0, duration: 90, mimeType: "audio/ogg")
    media.items.withLock { $0[id] = LocalItem(id: id, tracks: [file]) }
    await test.open(id)
    await test.listen(5)
    test.rig.network.isDown = true
    test.engine.report(.failed(reason: "gone"))
    test.player.isMeantToPlay = true
    await test.rig.clock.advance(by: .seconds(1200))
    #expect(test.player.state.phase == .ready && test.player.state.isStalled)
    test.rig.network.isDown = false
    await test.rig.clock.advance(by: .seconds(45))
    #expect(await eventually { test.engine.plays == 1 })
    #expect(test.engine.start == 5)
    #expect(!test.player.state.isLocal)
    await test.close()
  }
}
