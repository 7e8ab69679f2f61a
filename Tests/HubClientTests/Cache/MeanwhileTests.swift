import Foundation
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import HubClient

/// A feed that notes the channels that are registered.
private final class CountingFeed: VideoFeed {
  private let all = Locked<[[String]]>([])

  var storageName: String { "counting" }
  var registered: [[String]] { all.withLock { $0 } }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    all.withLock { $0.append(channels) }
    return .init(registered: channels)
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer { FeedAnswer() }
  func canFindVideos() async throws(HubError) -> Bool { true }
}

@Suite("What comes after the user has signed out", .serialized, .oneAtATime)
struct MeanwhileTests {
  /// A feed that holds its channel names back until the test releases them.
  private final class LateTitles: VideoFeed {
    private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])

    var storageName: String { "late titles" }
    var waitingCount: Int { waiting.withLock { $0.count } }

    func letGo() {
      let waiters = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      waiters.forEach { $0.resume() }
    }

    func channelTitles() async throws(HubError) -> [String: String] {
      await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
      return ["UCone": "A name"]
    }
    func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration { .init(registered: channels) }
    func reconcile() async throws(HubError) -> Int? { nil }
    func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer { FeedAnswer() }
    func canFindVideos() async throws(HubError) -> Bool { true }
  }

  @Test("names of channels are not kept", arguments: [true, false])
  @MainActor
  func titles(isFeed: Bool) async throws {
    let files = MemoryFileSystem()
    let feed = LateTitles()
    let library = VideoLibrary(feed: feed, environment: .manual(files: files))
    try await library.channels.setWanted(["UCone"])
    let (model, channels) = (FeedViewModel(library: library), ChannelsViewModel(library: library))
    if isFeed { model.loadChannelTitles() } else { channels.load() }
    #expect(await eventually { feed.waitingCount == 1 })
    await library.forget()
    feed.letGo()
    await model.settled()
    await channels.settled()
    #expect(try await library.channels.titles().isEmpty)
    #expect(!files.contents.values.contains { $0.range(of: Data("A name".utf8)) != nil })
    #expect(channels.state.error == nil && channels.state.notice == nil)
  }

  @Test("an exchange whose records were being saved leaves neither a record nor its date")
  func exchange() async throws {
    let harness = try HubHarness()
    let (leaving, signOut) = (Locked<VideoLibrary?>(nil), Locked<Task<Void, Never>?>(nil))
    let files = CheckedFileSystem { access, path in
      guard access == .write, StatusFiles.has(path), let library = leaving.withLock({ $0 }) else { return }
      leaving.withLock { $0 = nil }
      // Sign out during the write: the file must be erased after it.
      signOut.withLock { $0 = Task { await library.forget() } }
      while library.accounts.signOutCount == 0 { sched_yield() }
    }
    let library = VideoLibrary(feed: LateTitles(), environment: .manual(clock: harness.clock, files: files))
    let cloud = FakeCloud()
    cloud.records = ["r": WatchRecord(videoId: "r", status: .watched, lastModified: harness.clock.now())]
    try await library.statuses.set(.watched, for: "own")
    leaving.withLock { $0 = library }
    #expect(try await library.statuses.sync(cloud) == nil)
    await (try signOut.withLock { $0 }.orThrow()).value
    #expect(try await library.statuses.records().isEmpty)
    #expect(try await library.statuses.sync(cloud) != nil)
    #expect(cloud.moments == [nil, nil])
  }

  @Test("watch statuses that were being read are gone")
  func statuses() async throws {
    let files = LateFiles()
    let clock = ManualClock()
    let feed = LateTitles()
    let before = VideoLibrary(feed: feed, environment: .manual(clock: clock, files: files))
    try await before.statuses.set(.watched, for: "old")
    let library = VideoLibrary(feed: feed, environment: .manual(clock: clock, files: files))
    files.holdReading()
    let reading = Task { try? await library.statuses.records() }
    #expect(await eventually { files.isHolding })
    let signOut = Task { await library.forget() }
    #expect(await eventually { library.accounts.signOutCount == 1 })
    files.letGo()
    _ = await (reading.value, signOut.value)
    #expect(try await library.statuses.records().isEmpty)
    try await library.statuses.set(.skipped, for: "new")
    let next = VideoLibrary(feed: feed, environment: .manual(clock: clock, files: files))
    #expect(try await next.statuses.records().mapValues(\.status) == ["new": .skipped])
  }

  /// A change of the user's that is under way when the user signs out.
  enum Change: CaseIterable, Sendable {
    case mark, choose, name

    var file: String { self == .mark ? StatusFiles.whole : "cache-channels".fileName }

    func make(in library: VideoLibrary) async throws(HubError) {
      switch self {
      case .mark: try await library.statuses.set(.watched, for: "late")
      case .choose: try await library.channels.setWanted(["UClate"])
      case .name: try await library.channels.setTitles(["UClate": "Late"])
      }
    }
  }

  @Test("a change under way is not kept, and its channel is not registered", arguments: Change.allCases)
  func change(_ change: Change) async throws {
    let files = LateFiles(change.file)
    let (clock, feed) = (ManualClock(), CountingFeed())
    let before = VideoLibrary(feed: feed, environment: .manual(clock: clock, files: files))
    try await before.statuses.set(.watched, for: "old")
    try await before.channels.setWanted(["UCold"])
    await before.queue.settled()
    let library = VideoLibrary(feed: feed, environment: .manual(clock: clock, files: files))
    files.holdReading()
    let work = Task { () -> HubError? in
      do throws(HubError) { try await change.make(in: library) } catch { return error }
      return nil
    }
    #expect(await eventually { files.isHolding })
    let signOut = Task { await library.forget() }
    #expect(await eventually { library.accounts.signOutCount == 1 })
    files.letGo()
    await signOut.value
    #expect(await work.value?.isCancellation == true)
    await library.queue.settled()
    #expect(try await library.statuses.records().isEmpty)
    #expect(try await library.channels.wanted() == nil)
    #expect(try await library.channels.titles().isEmpty)
    #expect(feed.registered == [["UCold"]])
  }
}

/// Files that hold reads of one file back; a held read blocks its thread.
private final class LateFiles: FileSystem {
  private let base = MemoryFileSystem()
  private let held: String
  private let gate = NSCondition()
  private let state = Locked((isHeld: false, isHolding: false))

  init(_ held: String = StatusFiles.whole) { self.held = held }

  var isHolding: Bool { state.withLock { $0.isHolding } }
  func holdReading() { state.withLock { $0.isHeld = true } }

  func letGo() {
    gate.lock()
    state.withLock { $0.isHeld = false }
    gate.broadcast()
    gate.unlock()
  }

  func read(_ path: String) throws -> Data? {
    let data = try base.read(path)
    guard path.hasSuffix(held), data != nil, state.withLock({ $0.isHeld && !$0.isHolding }) else {
      return data
    }
    gate.lock()
    state.withLock { $0.isHolding = true }
    while state.withLock({ $0.isHeld }) { gate.wait() }
    gate.unlock()
    return data
  }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func extend(_ path: String, at length: Int, with data: Data) throws { try base.extend(path, at: length, with: data) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
