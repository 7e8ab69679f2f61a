import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A second process that hands changes over, when files fail")
struct ExtendingFaultTests {
  @Test("a file that is torn, foreign or altered is set aside and reported once, and holds up no other")
  func badFiles() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let widget = folder.widget()
    for target in ["a", "b", "c", "d"] { try await widget.submit(target, "1") }
    let names = folder.inbox
    func rewrite(_ index: Int, _ body: (Data) throws -> Data) throws {
      try folder.files.replace(names[index], with: body(try #require(folder.files.contents[names[index]])))
    }
    try rewrite(0) { $0.prefix($0.count / 2) }
    try rewrite(1) { data in
      let text = String(decoding: try #require(BlobStore.opened(data)), as: UTF8.self)
      return BlobStore.sealed(Data(text.replacingOccurrences(of: "\"ada\"", with: "\"bob\"").utf8))
    }
    try rewrite(2) { _ in Data(count: 2 << 20) }
    let app = folder.app()
    #expect(try await app.queue.open().count == 1)
    #expect(app.storageReports.filter { $0 == "damaged" }.count == 3)
    #expect(folder.inbox.count == 3 && folder.inbox.allSatisfy { $0.hasSuffix(".damaged") })
    let next = folder.app(seed: 6)
    #expect(try await next.queue.open().count == 1 && next.storageReports == [])
  }

  @Test("a change of a kind that no service of the app has waits in its file")
  func unknownKind() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let widget = folder.widget()
    widget.queue.use([MutationHandler(SharedValue.self, BatchServer()), MutationHandler(SetValue.self, folder.server)])
    try await widget.queue.submit(SharedValue(target: "s", value: "1"))
    let app = folder.app()
    #expect(try await app.queue.open() == [] && app.storageReports == [])
    #expect(folder.inbox.count == 1)
    app.queue.use([MutationHandler(SharedValue.self, BatchServer()), MutationHandler(SetValue.self, folder.server)])
    await app.client.accounts.folderChanged()
    #expect(try await app.queue.all().map(\.target) == ["s"] && folder.inbox == [])
  }

  @Test("a change that is too large to hand over is refused, and is not there for the app")
  func tooLarge() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let widget = folder.widget()
    let error = await refusal { try await widget.submit("a", String(repeating: "x", count: 1 << 20)) }
    #expect(error.kind == .storage && error.detail == "full")
    #expect(folder.inbox == [])
    #expect(try await widget.cache.value() == [:])
  }

  @Test(
    "a change whose hand-over file cannot be erased is not discarded, since the next launch would take it over again")
  func discardWithFile() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    try await folder.widget().submit("a", "1")
    let files = UnerasableFiles(folder.files)
    let app = folder.app(files)
    let id = try #require(try await app.queue.open().first?.id)
    #expect(folder.inbox.count == 1)
    #expect(await refusal { try await app.queue.discard(id) }.operation == .queueTakeOver)
    #expect(try await app.queue.open().map(\.id) == [id])
    files.isErasable.withLock { $0 = true }
    try await app.queue.discard(id)
    #expect(try await app.queue.open().isEmpty && folder.inbox == [])
    #expect(try await folder.app(seed: 7).queue.open().isEmpty)
  }

  @Test("a full disk refuses the change, says so, and leaves nothing of it")
  func fullDisk() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let widget = folder.widget(HookedFiles(folder.files) { _ in throw FileSystemError.full })
    let before = folder.files.contents
    let error = await refusal { try await widget.submit("a", "1") }
    #expect(error.kind == .storage && error.detail == "full")
    #expect(try await widget.cache.value() == [:] && folder.files.contents == before)
    try await folder.widget(seed: 3).submit("a", "2")
    // The app's disk is full when it takes over: the change waits in its file.
    let app = folder.app(HookedFiles(folder.files) { _ in throw FileSystemError.full })
    #expect(try await app.queue.open() == [] && folder.inbox.count == 1)
    #expect(try await folder.app(seed: 7).queue.open().count == 1 && folder.inbox == [])
  }

  @Test("wherever the app dies while it takes over, sends and forgets, the change is neither lost nor sent twice")
  func dying() async throws {
    let folder = ProcessFolder()
    let first = folder.app()
    try await first.signIn()
    try await first.submit("x", "0")
    let widget = folder.widget()
    let ids = [try await widget.submit("a", "1").id, try await widget.submit("b", "1").id]
    folder.server.setDown(false)
    let start = folder.files.contents
    var number = 0
    var isOver = false
    while !isOver {
      number += 1
      let run = ProcessFolder(start)
      try run.secrets.write(try #require(try folder.secrets.read("test/server.test:")), key: "test/server.test:")
      run.server.setDown(false)
      let dying = DyingFileSystem(run.files, at: number)
      let app = run.app(dying, seed: 8)
      _ = try? await app.queue.open()
      await app.queue.flush(.foreground)
      _ = try? await app.client.signOut(.keep)
      isOver = !dying.isDead
      run.server.setDown(true)
      let next = run.app(seed: 9)
      try await next.signIn()
      let known = Set(try await next.queue.all().map(\.id))
      let written = run.server.written
      #expect(ids.allSatisfy(known.contains) || isOver || written.contains("a=1"), "\(number)")
      run.server.setDown(false)
      await next.queue.flush(.foreground)
      #expect(run.server.values == ["x": "0", "a": "1", "b": "1"], "\(number)")
      #expect(run.server.written.sorted() == ["a=1", "b=1", "x=0"], "\(number)")
      #expect(run.inbox == [], "\(number)")
    }
    #expect(number > 6)
  }

  @Test("a change whose file cannot be removed is not forgotten, and comes back no second time")
  func unerasable() async throws {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    let change = try await folder.widget().submit("a", "1")
    folder.server.setDown(false)
    let files = UnerasableFiles(folder.files)
    let app = folder.app(files)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1"] && folder.inbox.count == 1)
    for index in 0..<300 { try await app.submit("t\(index)", "1") }
    await app.queue.flush()
    folder.server.set("a", "2")
    let next = folder.app(seed: 11)
    await next.queue.flush(.foreground)
    #expect(try await next.queue.all().contains { $0.id == change.id && $0.state == .synced })
    #expect(folder.server.values["a"] == "2" && folder.inbox == [])
    #expect(await refusal { try await folder.app(files, seed: 12).queue.discard("none") }.detail != "inUse")
  }
}

/// Files of which those in an inbox cannot be removed until ``isErasable`` is true.
private final class UnerasableFiles: FileSystem {
  let isErasable = Locked(false)
  private let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func remove(_ path: String) throws {
    if path.contains("/inbox/"), !isErasable.withLock({ $0 }) { throw FileSystemError.notPermitted }
    try base.remove(path)
  }
}
