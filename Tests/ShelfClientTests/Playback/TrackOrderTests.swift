import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Tracks with what a server leaves out")
struct TrackOrderTests {
  private struct Row {
    var index: Int?
    var offset: Double?
    var duration: Double?
    var size: Int?
  }

  private func tracks(_ rows: [Row]) -> [AudioTrack] {
    rows.enumerated().map { number, row in
      with(AudioTrack()) { track in
        (track.index, track.startOffset, track.duration) = (row.index, row.offset, row.duration)
        (track.ino, track.contentUrl) = ("\(number)", "/api/items/a/file/\(number)")
        if let size = row.size { track.metadata = with(FileMetadata()) { $0.size = size } }
      }
    }
  }

  private func session(_ tracks: [AudioTrack]) -> PlaybackSession {
    with(PlaybackSession(id: "s")) { ($0.audioTracks, $0.serverVersion) = (tracks, "2.36.0") }
  }

  private func urls(_ rows: [Row]) async throws -> [String] {
    let tracks = tracks(rows)
    let shelf = ShelfService(server: .fake, transport: FakeTransport(), environment: .manual())
    var names: [String] = []
    for track in tracks {
      names.append(try await shelf.media.streamURL(of: track, in: session(tracks)).lastPathComponent)
    }
    return names
  }

  @Test("each track has an address of its own: by its number where it has one, else by its place")
  func addresses() async throws {
    #expect(try await urls([Row(), Row()]) == ["1", "2"])
    #expect(try await urls([Row(offset: 0), Row(offset: 1800), Row(offset: 2000)]) == ["1", "2", "3"])
    #expect(try await urls([Row(index: 1), Row(index: 1)]) == ["1", "2"])
    #expect(try await urls([Row(index: nil), Row(index: 1)]) == ["1", "2"])
    #expect(try await urls([Row(index: 0), Row(index: 1)]) == ["0", "1"])
    #expect(try await urls([Row(index: 2), Row(index: 5)]) == ["2", "5"])
    #expect(try await urls([Row(offset: 1800), Row(offset: 0)]) == ["2", "1"])
    #expect(try await urls([Row()]) == ["1"])
  }

  @Test("a file without a length plays until the next one begins, the last one to the end of the item")
  func lengths() {
    let timeline = PlaybackTimeline(tracks([Row(offset: 0), Row(offset: 1800), Row(offset: 3000)]), duration: 5400)
    #expect(timeline.parts.map(\.start) == [0, 1800, 3000])
    #expect(timeline.parts.map(\.duration) == [1800, 1200, 2400])
    #expect(timeline.place(at: 10) == .init(track: 0, offset: 10))
    #expect(timeline.place(at: 2000) == .init(track: 1, offset: 200))
    #expect(timeline.duration == 5400)
  }

  @Test("lengths without offsets follow each other")
  func offsets() {
    let timeline = PlaybackTimeline(tracks([Row(duration: 100), Row(duration: 50), Row(duration: 25)]), duration: 175)
    #expect(timeline.parts.map(\.start) == [0, 100, 150])
    #expect(timeline.duration == 175)
  }

  @Test("where nothing says how the item is divided, the sizes of the files do, and every file is played")
  func sizes() {
    let bySize = PlaybackTimeline(tracks([Row(size: 300), Row(size: 100)]), duration: 400)
    #expect(bySize.parts.map(\.duration) == [300, 100])
    let byCount = PlaybackTimeline(tracks([Row(index: 1), Row(index: 2)]), duration: 400)
    #expect(byCount.place(at: 10)?.track == 0)
    #expect(byCount.place(at: 390)?.track == 1)
  }

  @Test("tracks in another order are played in the order of their offsets, without those by their numbers")
  func order() {
    #expect(tracks([Row(offset: 50), Row(offset: 0)]).inPlayingOrder().map(\.ino) == ["1", "0"])
    #expect(tracks([Row(index: 2), Row(index: 1)]).inPlayingOrder().map(\.ino) == ["1", "0"])
    #expect(tracks([Row(index: 2, offset: 0), Row(index: 1, offset: 9)]).inPlayingOrder().map(\.ino) == ["0", "1"])
    #expect(tracks([Row(offset: 0), Row(offset: 0)]).inPlayingOrder().map(\.ino) == ["0", "1"])
    #expect(tracks([Row(index: 2, offset: 0), Row(index: 1)]).inPlayingOrder().map(\.ino) == ["0", "1"])
  }

  /// The sample's book of three files, as a server without these members describes it.
  private static func stripped(_ names: Set<String>) -> @Sendable (HTTPResponse) -> HTTPResponse {
    { response in
      guard let value = try? JSONValue(parsing: response.body) else { return response }
      return with(response) { $0.body = strip(value, names).serialized() }
    }
  }

  private static func strip(_ value: JSONValue, _ names: Set<String>, isTrack: Bool = false) -> JSONValue {
    if let array = value.array { return .array(array.map { strip($0, names, isTrack: isTrack) }) }
    guard let object = value.object else { return value }
    return .object(
      object.reduce(into: [:]) { result, member in
        if isTrack, names.contains(member.key) { return }
        let isList = ["audioTracks", "tracks"].contains(member.key)
        result[member.key] = strip(member.value, names, isTrack: isList)
      })
  }

  @Test(
    "a book plays, and is downloaded, in its order", arguments: [["index"], ["index", "duration"], ["startOffset"]])
  @MainActor
  func player(_ names: [String]) async throws {
    let rig = try await ShelfRig()
    let strip = Self.stripped(Set(names))
    let front = ClosureTransport { [network = rig.network] request in
      let answer = try await network.send(request)
      return [.shelfPlaybackStart, .shelfItemsOne].contains(request.operation) ? strip(answer) : answer
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let engine = ScriptedEngine()
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(try rig.book(), autoPlay: false)
    await player.settled()
    #expect(engine.tracks.map(\.url.lastPathComponent) == ["1", "2", "3"])
    #expect(engine.tracks.map(\.start) == [0, 1800.05, 3150.1])
    #expect(engine.tracks.map { ($0.duration * 100).rounded() } == [180_005, 135_005, 225_090])
    player.close()
    await player.settled()
    try await shelf.downloads.download(rig.book())
    await shelf.downloads.settled()
    let kept = try #require(await shelf.downloads.localItem(rig.book()))
    #expect(kept.tracks.map(\.start) == [0, 1800.05, 3150.1])
    #expect(kept.tracks.map { ($0.duration * 100).rounded() } == [180_005, 135_005, 225_090])
  }
}
