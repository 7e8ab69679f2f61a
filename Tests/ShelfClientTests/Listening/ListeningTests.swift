import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("History and statistics")
struct ListeningTests {
  /// Listens to a book for 40 s and to an episode for 25 s.
  private func rig() async throws -> ShelfRig {
    let rig = try await ShelfRig()
    for (id, seconds) in [(try rig.book(), 40.0), (try rig.episode(), 25)] {
      let session = try await rig.shelf.playback.start(id, options: PlayOptions())
      try await rig.shelf.playback.close(session.id, SessionSync(currentTime: seconds, timeListened: seconds))
      await rig.clock.advance(by: .seconds(60))
    }
    return rig
  }

  @Test("the history comes newest first, by page and as a whole")
  func history() async throws {
    let rig = try await rig()
    let page = try await rig.shelf.listening.sessions(of: nil, page: 0, limit: 1)
    #expect(page.total == 2)
    #expect(page.limit == 1)
    #expect(page.items.map(\.episodeId) == [try rig.episode().episodeId])
    #expect(page.items.first?.timeListening == 25)
    let all = try await rig.shelf.listening.history(pageSize: 1).all()
    #expect(all.map(\.timeListening) == [25, 40])
    #expect(all.map(\.displayTitle) == ["Valves and Wires", "The Salt Clock"])
    #expect(all.last?.currentTime == 40)
    // One request for the page, two for the sequence's pages, and one for the session before its second page.
    #expect(rig.count(.shelfListeningSessions) == 4)
  }

  @Test("a session that is gone counts as closed, unless its last seconds are lost with it")
  func closedAlready() async throws {
    let rig = try await ShelfRig()
    let session = try await rig.shelf.playback.start(try rig.book(), options: PlayOptions())
    try await rig.shelf.playback.close(session.id, nil)
    try await rig.shelf.playback.close(session.id, nil)
    let last = SessionSync(currentTime: 40, timeListened: 40)
    #expect(try await failure { try await rig.shelf.playback.close(session.id, last) }.kind == .notFound)
  }

  @Test("the history of one item")
  func ofItem() async throws {
    let rig = try await rig()
    #expect(try await rig.shelf.listening.history(of: rig.book()).all().map(\.timeListening) == [40])
    #expect(try await rig.shelf.listening.history(of: rig.episode()).all().map(\.timeListening) == [25])
    #expect(try await rig.shelf.listening.sessions(of: rig.book("Field Notes"), page: 0, limit: 5).items == [])
    let unknown = PlayableID(libraryItemId: "unknown")
    #expect(
      try await failure { try await rig.shelf.listening.sessions(of: unknown, page: 0, limit: 5) }.kind == .notFound)
  }

  @Test("sums by item, day and day of the week")
  func stats() async throws {
    let rig = try await rig()
    let stats = try await rig.shelf.listening.stats()
    #expect(stats.totalTime == 65)
    #expect(stats.today == 65)
    #expect(stats.items[try rig.item("The Salt Clock")]?.timeListening == 40)
    #expect(stats.days == [CalendarDay(year: 2026, month: 11, day: 22): 65])
    #expect(stats.dayOfWeek == ["Sunday": 65])
    #expect(stats.recentSessions.count == 2)
  }

  @Test("a year in review, and no year")
  func year() async throws {
    let rig = try await rig()
    let year = try await rig.shelf.listening.year(2026)
    #expect(year.totalListeningTime == 65)
    #expect(year.totalListeningSessions == 2)
    #expect(year.numBooksListened == 1)
    #expect(year.topAuthors.first?.name == "Ursula Ode")
    let none = try await failure { try await rig.shelf.listening.year(1999) }
    #expect(none.kind == .invalidRequest)
    #expect(none.serverMessage == "Invalid year")
  }
}
