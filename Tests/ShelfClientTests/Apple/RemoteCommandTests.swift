import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@MainActor
@Suite("Commands and interruptions from the system")
struct RemoteCommandTests {
  private let test: PlayerRig

  init() async throws { test = PlayerRig(try await ShelfRig()) }

  private func open(_ id: PlayableID) async {
    test.player.open(id, autoPlay: false)
    await test.settle()
  }

  @Test("nothing is open: every command is answered with no")
  func nothingOpen() {
    for command: RemoteCommand in [.play, .pause, .toggle, .skipForward, .nextChapter, .seek(3), .rate(2)] {
      #expect(!test.player.handle(command))
    }
  }

  @Test("each command does what the button of that name does")
  func commands() async throws {
    await open(try test.rig.book())
    #expect(test.player.handle(.play))
    #expect(test.engine.isPlaying)
    #expect(test.player.handle(.toggle))
    #expect(!test.engine.isPlaying)
    #expect(test.player.handle(.seek(100)))
    #expect(test.player.handle(.skipForward))
    #expect(test.player.state.position == 115)
    #expect(test.player.handle(.skipBackward))
    #expect(test.player.state.position == 100)
    #expect(test.player.handle(.rate(1.5)))
    #expect(test.player.state.rate == 1.5)
    #expect(!test.player.handle(.seek(.nan)))
    #expect(!test.player.handle(.rate(0)))
    let chapters = test.player.state.chapters
    let first = try #require(chapters.first)
    test.player.seek(to: first)
    #expect(test.player.handle(.nextChapter) == (chapters.count > 1))
    await test.close()
  }

  @Test("a call stops playing, and its end goes on only where the system says so")
  func interruption() async throws {
    await open(try test.rig.episode())
    test.player.play()
    test.player.handle(try #require(AudioSessionEvent(interruption: 1, options: nil, reason: nil)))
    #expect(!test.engine.isPlaying)
    test.player.handle(try #require(AudioSessionEvent(interruption: 0, options: 1, reason: nil)))
    #expect(test.engine.isPlaying)
    test.player.handle(.interruptionBegan)
    test.player.handle(try #require(AudioSessionEvent(interruption: 0, options: 0, reason: nil)))
    #expect(!test.engine.isPlaying)
    await test.close()
  }

  @Test("headphones that are unplugged stop playing")
  func headphones() async throws {
    await open(try test.rig.episode())
    test.player.play()
    test.player.handle(try #require(AudioSessionEvent(routeChange: 2)))
    #expect(!test.engine.isPlaying)
    await test.close()
  }

  @Test("what is no interruption is not read as one")
  func others() {
    #expect(AudioSessionEvent(interruption: 1, options: nil, reason: 1) == .suspended)
    #expect(AudioSessionEvent(interruption: nil, options: nil, reason: nil) == nil)
    #expect(AudioSessionEvent(interruption: 7, options: nil, reason: nil) == nil)
    #expect(AudioSessionEvent(routeChange: 1) == nil)
    #expect(AudioSessionEvent(routeChange: nil) == nil)
  }

  @Test("the lock screen is set anew for what it could not work out itself, and not each second")
  func nowPlaying() async throws {
    await open(try test.rig.episode())
    test.player.play()
    let first = try #require(test.player.nowPlaying)
    var later = first
    later.position += 10 * first.speed.rawValue
    later.asOf += 10
    #expect(later.continues(first))
    var jumped = later
    jumped.position += 30
    #expect(!jumped.continues(first))
    var paused = later
    paused.isPlaying = false
    #expect(!paused.continues(first))
    var faster = later
    faster.speed = .fastest
    #expect(!faster.continues(first))
    await test.close()
  }

  @Test("a service goes on with its downloads when its app comes to the front")
  func downloads() async throws {
    let id = try test.rig.episode()
    try await test.rig.shelf.downloads.download(id)
    await test.rig.shelf.downloads.settled()
    let relaunched = test.rig.relaunched()
    await relaunched.systemEvents.becameActive()
    await relaunched.downloads.settled()
    #expect(try await relaunched.downloads.all().map(\.id) == [id])
  }
}
