import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// Servers of 2.20 and 2.25, which have one token, date changes of progress themselves and have fewer routes for audio.
@Suite("Old servers")
struct OldServerTests {
  static let worlds: [ShelfWorld] = [.version2_20, .version2_25]

  /// The answer to a player's request for an address, without the fields that this client would add.
  private func fetch(_ url: URL, of rig: ShelfRig) -> HTTPResponse {
    rig.server.respond(to: HTTPRequest(url: url, fields: ["Range": "bytes=0-99"]))
  }

  private func device(_ rig: ShelfRig, seed: UInt64) async throws -> (ShelfService, Tether) {
    let network = Tether(rig.server.transport)
    let shelf = ShelfService(
      server: .fake, transport: network, environment: .manual(clock: rig.clock, seed: seed))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    return (shelf, network)
  }

  private func listening(_ id: PlayableID, to position: Double, _ rig: ShelfRig, number: Int) -> LocalListening {
    let now = rig.clock.now()
    return LocalListening(
      id: "00000000-0000-4000-8000-00000000000\(number)", item: id, startedAt: now - 30, endedAt: now, seconds: 30,
      startPosition: position - 30, position: position)
  }

  @Test("say their version, sign in with their one token, and have no list of sign-ins", arguments: worlds.indices)
  func signIn(_ index: Int) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    #expect(try await rig.shelf.server.status().serverVersion == ["2.20.0", "2.25.1"][index])
    #expect(try await rig.shelf.account.me().username == "ada")
    #expect(try await rig.shelf.client.session.refreshToken() == nil)
    #expect(try await failure { try await rig.shelf.account.loginSessions(page: 0, limit: 10) }.kind == .notFound)
    #expect(try await rig.shelf.progress.all().isEmpty)
  }

  @Test("books and episodes have addresses that a player can fetch", arguments: worlds.indices)
  func streams(_ index: Int) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    for id in [try rig.book(), try rig.episode()] {
      let session = try await rig.shelf.playback.start(id, options: PlayOptions())
      for track in try #require(session.audioTracks) {
        let url = try await rig.shelf.media.streamURL(of: track, in: session)
        let answer = fetch(url, of: rig)
        #expect(answer.status == 206, "\(url.path)")
        #expect(answer.mediaType?.hasPrefix("audio/") == true)
        let isOpen = id.episodeId == nil && index == 1
        #expect(url.path.hasPrefix("/public/session/") == isOpen)
        #expect((url.query?.hasPrefix("token=") == true) == !isOpen)
        if !isOpen { #expect(url.path == track.contentUrl) }
      }
    }
  }

  @Test("a playlist of a transcoded item has the token where the server wants it", arguments: worlds.indices)
  func playlists(_ index: Int) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    let session = try await rig.shelf.playback.start(
      rig.book("Field Notes"), options: PlayOptions(forceTranscode: true))
    let track = try #require(session.audioTracks?.first)
    let url = try await rig.shelf.media.streamURL(of: track, in: session)
    #expect(fetch(url, of: rig).status == 200)
    #expect((url.query == nil) == (index == 1))
    #expect(try await rig.shelf.media.playlist(of: session.id).hasPrefix("#EXTM3U"))
  }

  @Test(
    "an episode plays in the player, and its token is in no log, no description and no dump", arguments: worlds.indices)
  @MainActor
  func player(_ index: Int) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    rig.shelf.client.log.isEnabled = true
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: rig.shelf, engine: engine)
    player.open(try rig.episode(), autoPlay: false)
    await player.settled()
    let track = try #require(engine.tracks.first)
    let token = try #require(track.url.query?.dropFirst("token=".count))
    #expect(token.split(separator: ".").count == 3)
    #expect(fetch(track.url, of: rig).status == 206)
    player.play()
    engine.onEvent?(.started(position: 0))
    engine.onEvent?(.failed(reason: "x"))
    await player.settled()
    var dumped = ""
    dump(track, to: &dumped)
    dump(player.current, to: &dumped)
    dump(player.state, to: &dumped)
    let lines = rig.shelf.client.log.copyAll()
    for text in ["\(track)", dumped, "\(player.state)", lines, "\(String(describing: player.nowPlaying))"] {
      #expect(!text.contains(token))
    }
    #expect(rig.files.contents.allSatisfy { !String(decoding: $0.value, as: UTF8.self).contains(token) })
  }

  @Test("a track whose file is not named cannot be played, and says why")
  func tooOld() async throws {
    let rig = try await ShelfRig(world: .version2_20)
    let session = with(PlaybackSession(id: "s")) { $0.serverVersion = "2.20.0" }
    let error = try await failure { try await rig.shelf.media.streamURL(of: AudioTrack(), in: session) }
    #expect(error.kind == .unsupported && error.detail == ShelfDetail.serverTooOld)
    #expect(error.text(.english) == "This server is too old for that.")
  }

  @Test("before 2.19 the address of a track begins with the server's base path, and plays below the app's own address")
  func basePath() async throws {
    let rig = try await ShelfRig(world: .version2_20)
    let session = with(PlaybackSession(id: "s")) { $0.serverVersion = "2.18.1" }
    let track = with(AudioTrack()) { $0.contentUrl = "/audiobookshelf/api/items/i/file/7" }
    let url = try await rig.shelf.media.streamURL(of: track, in: session)
    #expect(url.absoluteString.hasPrefix("https://server.test/api/items/i/file/7?token="))
  }

  @Test("before 2.19 the file of a track is named in its address alone, and is downloaded")
  func downloadBelowBasePath() async throws {
    let rig = try await DownloadRig { request, server in
      var answer = try await server.send(request)
      guard request.operation == .shelfItemsOne, var item = try? JSONValue(parsing: answer.body) else { return answer }
      let tracks = (item["media"]?["tracks"]?.array ?? []).map { track in
        with(track) { track in
          track["contentUrl"] = JSONValue.string("/audiobookshelf" + (track["contentUrl"]?.string ?? ""))
          track["ino"] = nil
        }
      }
      item["media"]?["tracks"] = JSONValue.array(tracks)
      answer.body = item.serialized()
      return answer
    }
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
  }

  @Test(
    "a place that was reached offline in an item never played before stays", arguments: worlds.indices, [0.0, 7200])
  func firstPlace(_ index: Int, later: Double) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    for (number, id) in [try rig.book(), try rig.episode()].enumerated() {
      rig.network.isDown = true
      let change = try await rig.shelf.progressStore.record(listening(id, to: 400, rig, number: number))
      await rig.clock.advance(by: .seconds(later))
      rig.network.isDown = false
      await rig.shelf.progressStore.flush()
      #expect(await change.settled() == .synced)
      #expect(rig.stored(id)?["currentTime"]?.double == 400)
      #expect(try await rig.shelf.progressStore.progress(of: id)?.position == 400)
    }
    #expect(rig.server.listeningSeconds(user: "ada") == 60)
    #expect(try await rig.shelf.progressStore.conflicts().isEmpty)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  enum Change: CaseIterable, Sendable { case finish, move, restart, reachEnd }

  @Test("every change of an item that was never played arrives once", arguments: worlds.indices, Change.allCases)
  func changes(_ index: Int, _ change: Change) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index])
    let id = try rig.book()
    let store = rig.shelf.progressStore
    rig.network.isDown = true
    var heard = listening(id, to: 400, rig, number: 1)
    heard.isFinished = change == .reachEnd
    try await store.record(heard)
    await rig.clock.advance(by: .seconds(60))
    switch change {
    case .finish: try await store.markFinished(id)
    case .move: try await store.setPosition(id, to: 900, duration: 5401)
    case .restart: try await store.restart(id)
    case .reachEnd: break
    }
    await rig.clock.advance(by: .seconds(3600))
    rig.network.isDown = false
    await store.flush()
    let stored = try #require(rig.stored(id))
    #expect(stored["isFinished"]?.bool == [.finish, .reachEnd].contains(change))
    if change == .move { #expect(stored["currentTime"]?.double == 900) }
    if change == .restart { #expect(stored["currentTime"]?.double == 0) }
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
    #expect(try await store.conflicts().isEmpty)
    #expect(try await rig.shelf.queue.open().isEmpty)
    #expect(try await rig.shelf.queue.refused().isEmpty)
  }

  @Test(
    "of two devices without a network the one that listened later wins, whichever connects first",
    arguments: worlds.indices, [true, false])
  func twoDevices(_ index: Int, earlierFirst: Bool) async throws {
    let rig = try await ShelfRig(world: Self.worlds[index], as: nil)
    let id = try rig.book()
    let (early, late) = (try await device(rig, seed: 1), try await device(rig, seed: 2))
    for (_, network) in [early, late] { network.allow(0) }
    try await early.0.progressStore.record(listening(id, to: 100, rig, number: 1))
    await rig.clock.advance(by: .seconds(600))
    try await late.0.progressStore.record(listening(id, to: 500, rig, number: 2))
    await rig.clock.advance(by: .seconds(600))
    for (shelf, network) in earlierFirst ? [early, late] : [late, early] {
      network.allow(.max)
      await shelf.progressStore.flush()
      await rig.clock.advance(by: .seconds(60))
    }
    #expect(rig.stored(id, user: "ada")?["currentTime"]?.double == 500)
    #expect(rig.server.listeningSeconds(user: "ada") == 60)
    for (shelf, _) in [early, late] {
      try await shelf.progressStore.refresh()
      #expect(try await shelf.progressStore.progress(of: id)?.position == 500)
      #expect(try await shelf.queue.open().isEmpty)
    }
    #expect(try await early.0.progressStore.conflicts().allSatisfy { $0.kept.position == 500 })
  }

  @Test("listening goes on from save to save, without a conflict with oneself", arguments: worlds.indices)
  @MainActor
  func playing(_ index: Int) async throws {
    let test = PlayerRig(try await ShelfRig(instant: false, world: Self.worlds[index]))
    let id = try test.rig.book()
    await test.play(id)
    await test.pass(95)
    test.player.pause()
    await test.settle()
    await test.pass(1)
    test.player.play()
    await test.pass(10)
    await test.close()
    let place = test.rig.stored(id)?["currentTime"]?.double ?? 0
    #expect(abs(place - 105) < 3)
    #expect(try await test.rig.shelf.progressStore.conflicts().isEmpty)
    #expect(try await test.rig.shelf.queue.open().isEmpty)
  }

  @Test("an update of the server under a signed-in app is noticed: changes have their dates from then on")
  func updated() async throws {
    let rig = try await ShelfRig(world: .version2_25)
    try await rig.shelf.progressStore.record(listening(rig.book(), to: 100, rig, number: 1))
    await rig.shelf.progressStore.settled()
    rig.server.edit { $0 = $0.served(by: "2.36.0") }
    rig.network.isDown = true
    let id = try rig.book("Field Notes")
    let at = rig.clock.now()
    try await rig.shelf.progressStore.record(listening(id, to: 200, rig, number: 2))
    await rig.clock.advance(by: .seconds(3600))
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(id)?["currentTime"]?.double == 200)
    let dated = (rig.stored(id)?["lastUpdate"]?.double ?? 0) / 1000
    #expect(abs(dated - at.timeIntervalSince1970) < 2)
  }
}
