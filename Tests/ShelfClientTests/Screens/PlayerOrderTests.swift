import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The player and what follows")
struct PlayerOrderTests {
  private func make(_ rule: PlaybackSettings.WhenEnded = .playQueueThenOrder, world: ShelfWorld = .sample) async throws
    -> PlayerRig
  {
    let rig = try await ShelfRig(instant: false, world: world)
    try rig.shelf.playbackSettings.update { $0.whenEnded = rule }
    return PlayerRig(rig)
  }

  private func playToEnd(_ test: PlayerRig, of duration: Double) async {
    test.player.seek(to: duration - 2)
    await test.pass(5)
    await test.settle()
  }

  /// Two books of a series that can be downloaded, and a serial podcast.
  private var serialWorld: ShelfWorld {
    var world = ShelfWorld.sample
    let shows = world.addPodcastLibrary(name: "Serials")
    world.addPodcast(
      in: shows, title: "The Long Story", author: "Nobody",
      episodes: (1...3).map {
        .init(title: "Part \($0)", duration: 100, publishedDaysAgo: 50 - Double($0), addedDaysAgo: 50 - Double($0))
      }, isSerial: true)
    return world
  }

  @Test("the next book of a series follows, also without a network once the book was opened with one")
  func series() async throws {
    let test = try await make()
    let (first, second) = (try test.rig.book("First Light"), try test.rig.book("Second Light"))
    await test.play(first)
    #expect(test.player.state.nextUp?.title == "Second Light")
    #expect(test.rig.count(.shelfLibrariesItems) == 1)
    let media = PlayerRig(
      test.rig, localMedia: StubMedia([first: 3000, second: 3000]))
    await test.close()
    test.rig.network.isDown = true
    await media.play(first)
    await playToEnd(media, of: 3000)
    #expect(media.player.state.id == second)
    test.rig.network.isDown = false
    await media.close()
  }

  @Test("a serial podcast goes on with the next part, any other with the next older episode")
  func podcasts() async throws {
    let test = try await make(world: serialWorld)
    await test.play(try test.rig.episode(0, of: "The Long Story"))
    #expect(test.player.state.nextUp?.title == "Part 2")
    await playToEnd(test, of: 100)
    #expect(test.player.state.title == "Part 2")
    await test.play(try test.rig.episode(2))
    #expect(test.player.state.nextUp?.title == "The Long Wave")
    #expect(test.rig.count(.shelfItemsOne) == 0, "the open session has the episodes already")
    await test.close()
  }

  @Test("the queue goes first, and a rule that is switched off brings nothing")
  func queueFirst() async throws {
    let test = try await make()
    let clock = try test.rig.book()
    await test.play(try test.rig.book("First Light"))
    try await test.rig.shelf.upNext.playLast(QueueEntry(id: clock, title: "The Salt Clock"))
    #expect(await eventually { test.player.state.nextUp?.title == "The Salt Clock" })
    try await test.rig.shelf.upNext.clear()
    #expect(await eventually { test.player.state.nextUp?.title == "Second Light" })
    test.player.setSettings { $0.continuesSeries = false }
    await playToEnd(test, of: 3000)
    #expect(test.player.state.id == (try test.rig.book("First Light")))
    #expect(!test.player.state.isPlaying)
    await test.close()
  }

  @Test("an item that was opened from a playlist is followed by the playlist's next one")
  func playlist() async throws {
    let test = try await make()
    let (light, notes) = (try test.rig.book("First Light"), try test.rig.book("Field Notes"))
    let (id, made) = try await test.rig.shelf.playlistStore.create(
      "Evening", in: test.rig.books, entries: [light, notes])
    _ = await made.settled()
    test.player.open(light, inPlaylist: id, autoPlay: false)
    await test.settle()
    test.player.play()
    await playToEnd(test, of: 3000)
    #expect(test.player.state.id == notes)
    await playToEnd(test, of: 2700)
    #expect(test.player.state.id == notes)
    #expect(!test.player.state.isPlaying)
    await test.close()
  }

  @Test(
    "next, pressed while an item of a playlist is opening over another one, plays the item behind it",
    arguments: [true, false])
  func nextWhileOpening(hasBegun: Bool) async throws {
    let test = try await make()
    let (light, notes) = (try test.rig.book("First Light"), try test.rig.book("Field Notes"))
    let (id, made) = try await test.rig.shelf.playlistStore.create(
      "Evening", in: test.rig.books, entries: [light, notes])
    _ = await made.settled()
    await test.play(light)
    test.player.open(light, inPlaylist: id, autoPlay: false)
    if hasBegun { #expect(await eventually { test.player.opening?.hasBegun == true }) }
    test.player.playNext()
    #expect(await eventually { test.player.state.id == notes && test.player.state.phase == .ready })
    await test.settle()
    #expect(test.player.state.id == notes)
    #expect(test.rig.server.openSessionCount == 1)
    await test.close()
  }

  @Test("the next item is reported to an app's download rules once")
  func hook() async throws {
    let test = try await make()
    var known: [String] = []
    test.player.onNextKnown = { known.append($0.title) }
    await test.play(try test.rig.book("First Light"))
    await test.pass(40)
    #expect(known == ["Second Light"])
    await test.close()
  }

  @Test("the queue can be set as a whole, without doubles")
  func setQueue() async throws {
    let rig = try await ShelfRig()
    let (one, two) = (QueueEntry(id: try rig.book(), title: "One"), QueueEntry(id: try rig.episode(), title: "Two"))
    try await rig.shelf.upNext.playLast(QueueEntry(id: try rig.book("Field Notes"), title: "Old"))
    try await rig.shelf.upNext.set([two, one, two])
    #expect(try await rig.shelf.upNext.entries().map(\.title) == ["Two", "One"])
  }

  @Test("previous leads back through what was open, also after a relaunch, and next leads forward again")
  func previous() async throws {
    let test = try await make(.playQueue)
    let (first, second, third) = (
      try test.rig.book("First Light"), try test.rig.book("Second Light"), try test.rig.book("Field Notes")
    )
    for id in [first, second, third] { await test.play(id) }
    #expect(try await test.rig.shelf.upNext.past(before: third).map(\.id) == [second, first])
    test.player.playPrevious()
    await test.settle()
    #expect(test.player.state.id == second)
    #expect(try await test.rig.shelf.upNext.entries().map(\.id) == [third])
    await test.close()
    let relaunched = test.rig.relaunched()
    #expect(try await relaunched.upNext.past(before: second).map(\.id) == [first])
    test.player.playPrevious()
    await test.settle()
    #expect(test.player.state.id == second, "with nothing open, the item that was open last")
    test.player.playPrevious()
    await test.settle()
    #expect(test.player.state.id == first)
    test.player.playNext()
    await test.settle()
    #expect(test.player.state.id == second)
    test.player.playNext()
    await test.settle()
    #expect(test.player.state.id == third)
    await test.close()
  }

  @Test("the past is bounded")
  func pastLimit() async throws {
    let rig = try await ShelfRig()
    for number in 0..<60 {
      try await rig.shelf.upNext.note(QueueEntry(id: PlayableID(libraryItemId: "b\(number)"), title: "\(number)"))
    }
    let past = try await rig.shelf.upNext.past(before: PlayableID(libraryItemId: "b59"))
    #expect(past.count == UpNextStore.pastLimit)
    #expect(past.first?.title == "58")
  }
}

/// Items on the device, each of one file.
private struct StubMedia: LocalMedia {
  let durations: [PlayableID: Double]

  init(_ durations: [PlayableID: Double]) { self.durations = durations }

  func localItem(_ id: PlayableID) async -> LocalItem? {
    guard let duration = durations[id], let url = URL(string: "file:///\(id.libraryItemId).mp3") else { return nil }
    var item = LocalItem(id: id, tracks: [PlayableTrack(url: url, start: 0, duration: duration)])
    item.duration = duration
    return item
  }
}
