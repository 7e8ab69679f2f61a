import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Playback, progress and bookmarks")
struct PlaybackModelTests {
  @Test("a session of a book of several tracks")
  func bookSession() throws {
    let session = try roundTrip(PlaybackSession.self, Fixtures.contract("play.book-direct.response"))
    #expect(session.playMethod == .directPlay)
    #expect(session.currentTime == 1925.5 && session.startTime == 1925.5)
    #expect(session.duration == 5401)
    #expect(session.mediaMetadata?.book?.publisher == "Nordlys Forlag")
    #expect(session.mediaMetadata?.authorName == "Ursula Ødegård, 村山 光")
    #expect(session.chapters.count == 4)
    #expect(session.date == CalendarDay(year: 2026, month: 9, day: 1))
    #expect(session.startedAt == Date(milliseconds: 1_788_220_801_000))
    #expect(session.deviceInfo?.deviceName == "Apple iPhone17,1")
    #expect(session.audioTracks?.map(\.startOffset) == [0, 1800.05, 4500.25])
    #expect(session.audioTracks?.map(\.duration) == [1800.05, 2700.2, 900.75])
    #expect(session.libraryItem?.title == "The Salt Clock")
    #expect(session.playableID == PlayableID(libraryItemId: "7e1f9c34-0a2b-4c5d-9e6f-8a7b6c5d4e3f"))
  }

  @Test("a transcoded session has one stream and little to say about it")
  func transcodedSession() throws {
    let session = try roundTrip(PlaybackSession.self, Fixtures.contract("play.book-transcode.response"))
    #expect(session.playMethod == .transcode)
    let track = try #require(session.audioTracks?.first)
    #expect(track.isTranscoded)
    #expect(track.contentUrl == "/hls/7e1f9c34-aaaa-4bbb-8ccc-000000000002/output.m3u8")
    #expect(track.ino == nil && track.codec == nil && track.metadata == nil)
    #expect(session.mediaMetadata?.authorName == nil)
  }

  @Test("a session of an episode")
  func episodeSession() throws {
    let session = try roundTrip(PlaybackSession.self, Fixtures.contract("play.episode-direct.response"))
    #expect(session.bookId == nil)
    #expect(session.mediaMetadata?.podcast?.title == "Night Signals")
    #expect(session.displayTitle == "Radio on the Roof")
    #expect(session.currentTime == 300.25)
    #expect(
      session.playableID?.description
        == "a142cf67-3d5e-4f80-a192-bdae9f807162/c364e189-5f70-41a2-83b4-dfc0b1a29384")
  }

  @Test("bodies that apps send")
  func requests() throws {
    let play = try roundTrip(PlayRequest.self, Fixtures.contract("sessions", "play", "request"))
    #expect(play.deviceInfo?.deviceId == "6C2B0A5E-INSTALL-1")
    #expect(play.supportedMimeTypes?.prefix(2) == ["audio/mpeg", "audio/mp4"])
    #expect(play.forceDirectPlay == false)

    let sync = try roundTrip(SessionSync.self, Fixtures.contract("sessions", "sync", "request"))
    #expect(sync == SessionSync(currentTime: 330.25, timeListened: 30, duration: 1882.044))
    let bare = try JSONValue(parsing: shelfCoder.encode(SessionSync(currentTime: 1, timeListened: 2)))
    #expect(bare == ["currentTime": 1, "timeListened": 2])

    let local = try roundTrip(LocalSession.self, Fixtures.contract("sessions", "local", "request"))
    #expect(local.playMethod == .local)
    #expect(local.timeListening == 240)
    #expect(local.updatedAt == Date(milliseconds: 1_788_221_050_000))

    let upload = try roundTrip(LocalSessionUpload.self, Fixtures.contract("sessions", "localAll", "request"))
    #expect(upload.sessions.map(\.displayTitle) == ["Radio on the Roof", "The Salt Clock", "Gone"])
  }

  @Test("a local session is marked as local")
  func localByDefault() {
    let session = LocalSession(
      id: "s", libraryItemId: "i", timeListening: 1, currentTime: 2, startedAt: SampleTime.now,
      updatedAt: SampleTime.now)
    #expect(session.playMethod == .local)
  }

  @Test("results of an upload")
  func localResults() throws {
    let wire = try Fixtures.contract("sessions", "localAll", "response")
    let results = try roundTrip(Listing<LocalSessionResult>.self, wire).elements
    #expect(results.map(\.success) == [true, true, false])
    #expect(results.map(\.progressSynced) == [true, false, nil])
    #expect(results.map(\.error) == [nil, nil, "Media item not found"])
  }

  @Test("all progress: finished, of an ebook, and of something that is gone")
  func progress() throws {
    let all = try roundTrip(
      Listing<MediaProgress>.self, Fixtures.contract("progress", "all", "response")
    ).elements
    #expect(all.count == 5)
    #expect(all[2].isFinished && all[2].fraction == 1)
    #expect(all[2].finishedAt == Date(milliseconds: 1_787_720_800_000))
    #expect(all[3].ebookLocation == "epubcfi(/6/8!/4/2/1:0)" && all[3].ebookProgress == 0.42)
    #expect(all[4].playableID == nil && all[4].duration == nil && all[4].fraction == 0)
    let one = try roundTrip(MediaProgress.self, Fixtures.contract("progress", "get", "response"))
    #expect(one.progress == 0.15953399602772306)
    #expect(one.mediaItemType == .podcastEpisode)
    #expect(one.playableID?.episodeId == "c364e189-5f70-41a2-83b4-dfc0b1a29384")
  }

  @Test(
    "the fraction to show is 0…1, whatever the server stored",
    arguments: [
      (MediaProgress(id: "p", duration: 100, progress: 0.9, currentTime: 25), 0.25),
      (MediaProgress(id: "p", duration: 0, progress: 0.9, currentTime: 25), 0.9),
      (MediaProgress(id: "p", duration: 100, progress: 0.9), 0.9),
      (MediaProgress(id: "p"), 0), (MediaProgress(id: "p", progress: 7), 1),
      (MediaProgress(id: "p", duration: 100, currentTime: -3), 0),
      (MediaProgress(id: "p", duration: 1e-300, currentTime: 1e300), 0),
      (MediaProgress(id: "p", duration: 100, currentTime: 3, isFinished: true), 1),
    ] as [(MediaProgress, Double)])
  func fraction(_ progress: MediaProgress, _ expected: Double) {
    #expect(progress.fraction == expected)
  }

  @Test("a sync without a position leaves none, which is not 0")
  func lostPosition() throws {
    let progress = try shelfCoder.decode(MediaProgress.self, from: Data(#"{"id": "p", "progress": 0.5}"#.utf8))
    #expect(progress.currentTime == nil)
    #expect(progress.fraction == 0.5)
  }

  @Test("changes of progress are the exact bodies that work")
  func updates() throws {
    func body(_ update: ProgressUpdate) throws -> JSONValue { try JSONValue(parsing: shelfCoder.encode(update)) }
    #expect(try body(.finished) == Fixtures.contract("progress", "markFinished", "request"))
    #expect(try body(.restartFinished) == Fixtures.contract("progress", "restartFinished", "request"))
    #expect(try body(.restartInProgress) == Fixtures.contract("progress", "restartInProgress", "request"))
    let position = ProgressUpdate.position(2100, duration: 5401, at: Date(milliseconds: 1_788_220_805_000))
    #expect(try body(position) == Fixtures.contract("progress", "patchPosition", "request"))
    #expect(try body(.position(5, duration: 0)) == ["currentTime": 5])
    #expect(try body(.position(5, duration: nil)) == ["currentTime": 5])
    let batch = try roundTrip([BatchProgressUpdate].self, Fixtures.contract("progress", "batch", "request"))
    #expect(batch.map(\.episodeId) == [nil, "c364e189-5f70-41a2-83b4-dfc0b1a29384", nil])
    #expect(batch[1].update == .finished)
  }

  @Test("bookmarks are identified by their item and their time")
  func bookmarks() throws {
    let list = try roundTrip(Listing<Bookmark>.self, Fixtures.contract("bookmarks", "list", "response"))
    #expect(list.elements.map(\.title) == ["Saltet — «her»", "Opening"])
    #expect(Set(list.elements.map(\.id)).count == 2)
    let item = try roundTrip(Listing<Bookmark>.self, Fixtures.contract("bookmarks", "listForItem", "response"))
    #expect(item == list)
    #expect(try roundTrip(Listing<Bookmark>.self, Fixtures.contract("bookmarks", "empty")).elements == [])
    let created = try roundTrip(Bookmark.self, Fixtures.contract("bookmarks", "create", "response"))
    #expect(created.time == 4500.25 && created.title == "帰り道 🏮")
    let updated = try roundTrip(Bookmark.self, Fixtures.contract("bookmarks", "update", "response"))
    #expect(updated.id == created.id && updated.title == "The way home")
  }

  @Test("a bookmark whose time was stored as a text is read, and counted")
  func textTime() throws {
    let issues = DecodingIssues()
    let text = #"{"libraryItemId": "i", "time": "12.5", "title": "T"}"#
    let bookmark = try shelfCoder.decode(Bookmark.self, from: Data(text.utf8), issues: issues)
    #expect(bookmark.time == 12.5)
    #expect(issues.count == 1)
  }

  @Test("what the server pushes is read by the same models")
  func frames() throws {
    let progress = try #require(try SocketFrames.payload("user_item_progress_updated")["data"])
    #expect(try roundTrip(MediaProgress.self, progress).currentTime == 300.25)
    #expect(try roundTrip(User.self, SocketFrames.payload("user_updated")).username == "mira")
    #expect(try roundTrip(ShelfItem.self, SocketFrames.payload("item_updated")).title == "Пустой эфир")
    #expect(try roundTrip([ShelfItem].self, SocketFrames.payload("items_added")).map(\.title) == ["灯"])
    let added = try SocketFrames.payload("episode_added")
    #expect(try roundTrip(Episode.self, added).title == "Bonus — naïve café ☕️")
    #expect(try roundTrip(ShelfItem.self, added["libraryItem"] ?? .null).title == "Night Signals")
  }
}
