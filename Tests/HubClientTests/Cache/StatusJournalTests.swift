import Foundation
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import HubClient

@Suite("Watch statuses in the journal of an earlier build")
struct StatusJournalTests {
  private let clock = ManualClock(passing: .everything)

  private func record(
    _ id: String, _ status: WatchStatus = .watched, at seconds: Double = 0, isSynced: Bool = false
  ) -> WatchRecord {
    var record = WatchRecord(
      videoId: id, status: status, lastModified: ManualClock.defaultStart.addingTimeInterval(seconds - 86_400))
    record.synced = isSynced
    return record
  }

  private func launched(_ files: any FileSystem) throws -> HubHarness {
    try HubHarness(server: FakeHubServer(clock: clock), clock: clock, files: files)
  }

  private func path(_ library: VideoLibrary) async throws -> String {
    library.accounts.path(of: try await library.accounts.account().orThrow(), "watching")
  }

  /// The files that an earlier build has left.
  private func files(_ entries: [StatusJournal.Entry]? = nil) async throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    let path = try await path(launched(files).hub.library)
    let journal = Journal<StatusJournal.Entry>(files: files, path: path) { _ in }
    _ = try await journal.load()
    try await journal.append(entries ?? self.entries).value.get()
    return files
  }

  /// "a" was exchanged and changed since, "b" is exchanged, "c" was changed three times and never exchanged.
  private var entries: [StatusJournal.Entry] {
    [
      .init(records: [record("a", at: 0, isSynced: true), record("b", at: 1, isSynced: true)]),
      .init(lastSync: ManualClock.defaultStart.addingTimeInterval(-3600)),
      .init(records: [record("c", at: 2)]), .init(records: [record("c", .skipped, at: 3)]),
      .init(
        records: [record("a", .unwatched, at: 4)], shared: ["a": record("a").lastModified]),
      .init(records: [record("c", .unwatched, at: 5)]),
    ]
  }

  private var expected: [String: WatchRecord] {
    ["a": record("a", .unwatched, at: 4), "b": record("b", at: 1, isSynced: true), "c": record("c", .unwatched, at: 5)]
  }

  @Test("are read, changed and exchanged by this build, which removes the journal")
  func taken() async throws {
    let files = try await files()
    let statuses = try launched(files).hub.library.statuses
    #expect(try await statuses.records() == expected)
    #expect(!files.contents.keys.contains { $0.hasSuffix(".journal") && $0.contains("/watching") })
    #expect(try await statuses.unsynced().map(\.videoId) == ["a", "c"])
    try await statuses.setPosition(7, for: "c")
    let again = try launched(files).hub.library.statuses
    #expect(try await again.record("c")?.playbackPosition == 7)
    let cloud = FakeCloud()
    // Record "a" is what both devices had before this one changed it: no conflict. Another device changed "c" later: a conflict.
    cloud.records = ["a": record("a", at: 0), "c": record("c", .skipped, at: 3)]
    #expect(try await again.sync(cloud) == .init(taken: 0, sent: 2))
    #expect(cloud.moments == [ManualClock.defaultStart.addingTimeInterval(-3600 - 86_400)])
    #expect(try await again.conflicts().map(\.videoId) == ["c"])
  }

  @Test("a change that comes before the first read stands on them")
  func changedFirst() async throws {
    let files = try await files()
    try await launched(files).hub.library.statuses.markWatched(["a", "b", "d"])
    let statuses = try launched(files).hub.library.statuses
    #expect(
      try await statuses.records().mapValues(\.status) == [
        "a": .watched, "b": .watched, "c": .unwatched, "d": .watched,
      ])
    #expect(try await statuses.record("b")?.synced == true)
  }

  @Test("none is lost, whenever the process dies while they are moved", arguments: [false, true])
  func crashes(isDamaged: Bool) async throws {
    let start = try await files()
    if isDamaged {
      let (path, data) = try start.contents.first { $0.key.hasSuffix("/watching.journal") }.orThrow()
      var bytes = [UInt8](data)
      bytes[40] ^= 1
      try start.replace(path, with: Data(bytes))
    }
    let known = isDamaged ? expected.filter { $0.key != "b" } : expected
    let recorder = RecordedFiles(start)
    #expect(try await launched(recorder).hub.library.statuses.records() == known)
    let steps = recorder.steps
    #expect(steps.count == (isDamaged ? 7 : 5))
    for count in 0...steps.count {
      let disk = try RecordedFiles.disk(steps.prefix(count), on: start)
      let saved = try await launched(disk).hub.library.statuses.saved()
      #expect(saved.records == known, "\(count)")
      // A damaged journal has lost records, so the next sync must pull everything.
      #expect((saved.lastSync == nil) == isDamaged, "\(count)")
      // The app changes a record and dies again before it removes the journal.
      try await launched(disk).hub.library.statuses.set(.skipped, for: "c")
      for (path, data) in start.contents where path.hasSuffix("/watching.journal") {
        try disk.replace(path, with: data)
      }
      let again = try launched(disk).hub.library.statuses
      #expect(try await again.status(of: "c") == .skipped, "\(count)")
      #expect(try await again.records().count >= known.count)
    }
  }

  @Test("a second process that only reads shows them and changes nothing")
  func reading() async throws {
    let files = try await files()
    let secrets = MemorySecretStore()
    let environment = ClientEnvironment.manual(clock: clock, files: files, secrets: secrets)
    try HubUserStore(server: .fake, environment: environment).adopt(try HubUserID(HubHarness.user).orThrow())
    let before = files.contents
    let widget = try HubService(reading: .fake, environment: environment)
    #expect(try await widget.library.statuses.records() == expected)
    let model = await FeedViewModel(hub: widget)
    await model.loadAndWait()
    #expect(await model.state.records == expected)
    let error = await hubError { () async throws(HubError) in try await widget.library.statuses.set(.watched, for: "c")
    }
    #expect(error?.clientError.detail == "inUse")
    let users = HubUserStore(server: .fake, environment: environment.reading())
    let kept = #expect(throws: HubError.self) { try users.adopt(widget.user) }
    let forgotten = #expect(throws: HubError.self) { try users.forget() }
    #expect([kept, forgotten].map { $0?.clientError.detail } == ["inUse", "inUse"])
    #expect(files.contents == before)
    // The app moves the records; a new service of the widget reads the moved ones.
    #expect(try await launched(files).hub.library.statuses.records() == expected)
    #expect(try await HubService(reading: .fake, environment: environment).library.statuses.records() == expected)
  }

  @Test("a change that a second process hands over before the app has read them stands on them")
  func handedOver() async throws {
    let files = try await files()
    let environment = ClientEnvironment.manual(clock: clock, seed: 7, files: files, secrets: MemorySecretStore())
    try HubUserStore(server: .fake, environment: environment).adopt(try HubUserID(HubHarness.user).orThrow())
    try await HubService(extending: .fake, environment: environment).library.statuses.setPosition(9, for: "b")
    let hub = try launched(files).hub
    await hub.systemEvents.becameActive()
    await hub.queue.settled()
    #expect(try await hub.queue.open().isEmpty)
    let record = try await hub.library.statuses.record("b")
    #expect(record?.status == .watched && record?.playbackPosition == 9)
  }

  @Test("on a full disk they are shown, an exchange goes on, and the first change with room moves them")
  func fullDisk() async throws {
    let base = try await files()
    let full = CheckedFileSystem.refusing(.write, with: .full, base)
    let statuses = try launched(full).hub.library.statuses
    #expect(try await statuses.records() == expected)
    #expect(
      await hubError { () async throws(HubError) in try await statuses.set(.watched, for: "d") }?.name
        == "storageFailed")
    #expect(try await statuses.records() == expected)
    #expect(try await statuses.merge([record("e", isSynced: true)]) == 1)
    #expect(try await statuses.records().keys.sorted() == ["a", "b", "c", "e"])
    full.allowAll()
    try await statuses.set(.watched, for: "d")
    #expect(!base.contents.keys.contains { $0.hasSuffix("/watching.journal") })
    #expect(try await launched(base).hub.library.statuses.records().keys.sorted() == ["a", "b", "c", "d", "e"])
  }

  @Test("while the journal cannot be read, reading is an error and nothing is written over")
  func locked() async throws {
    let base = try await files()
    let isLocked = Locked(true)
    let files = CheckedFileSystem(base) { access, path in
      if access == .read, path.hasSuffix("/watching.journal"), isLocked.withLock({ $0 }) {
        throw FileSystemError.locked
      }
    }
    let statuses = try launched(files).hub.library.statuses
    #expect(await hubError { () async throws(HubError) in _ = try await statuses.records() }?.name == "storageFailed")
    #expect(
      await hubError { () async throws(HubError) in try await statuses.set(.watched, for: "c") }?.name
        == "storageFailed")
    isLocked.withLock { $0 = false }
    #expect(try await statuses.records() == expected)
  }

  @Test("a sign-out erases them, or keeps them with the other pending work", arguments: [PendingWork.discard, .keep])
  func signOut(_ pending: PendingWork) async throws {
    let base = try await files()
    let full = CheckedFileSystem.refusing(.write, with: .full, base)
    let library = try launched(full).hub.library
    #expect(try await library.statuses.records() == expected)
    full.allowAll()
    try await library.accounts.signOut(pending)
    #expect(try await library.statuses.records() == (pending == .keep ? expected : [:]))
    #expect(try await launched(base).hub.library.statuses.records() == (pending == .keep ? expected : [:]))
  }

  @Test("a sign-out while they are being moved leaves none")
  func signOutMeanwhile() async throws {
    let base = try await files()
    let (leaving, signOut) = (Locked<VideoLibrary?>(nil), Locked<Task<Void, Never>?>(nil))
    let files = CheckedFileSystem(base) { access, path in
      // Sign out after the journal was read and before its copy is looked for.
      guard access == .read, path.hasSuffix("/watching.journal.damaged"), let library = leaving.withLock({ $0 }) else {
        return
      }
      leaving.withLock { $0 = nil }
      signOut.withLock { $0 = Task { await library.forget() } }
      while library.accounts.signOutCount == 0 { sched_yield() }
    }
    let library = try launched(files).hub.library
    leaving.withLock { $0 = library }
    _ = try await library.statuses.records()
    await (try signOut.withLock { $0 }.orThrow()).value
    #expect(try await library.statuses.records().isEmpty)
    #expect(try await launched(base).hub.library.statuses.records().isEmpty)
  }
}
