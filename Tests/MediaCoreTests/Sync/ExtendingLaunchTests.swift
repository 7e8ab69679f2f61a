import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// A screen that shows the list costs no look into the inbox; everything else that an app does looks first.
@Suite("What was handed over before the app's launch")
struct ExtendingLaunchTests {
  enum Call: CaseIterable {
    case open, all, refused, submit, discard, flush, becameActive, folderChanged, signOut
  }

  /// A folder in whose inbox one change of the signed-in account waits.
  private func folder() async throws -> (ProcessFolder, Submission) {
    let folder = ProcessFolder()
    try await folder.app().signIn()
    return (folder, try await folder.widget().queue.submit(SetValue(target: "a", value: "1", coalesces: false)))
  }

  @Test("shows a second later in an app that only shows its screens, is sent then, and once")
  func alone() async throws {
    let (folder, change) = try await folder()
    folder.server.setDown(false)
    let app = folder.app(seed: 4)
    #expect(try await app.cache.value() == [:] && folder.inbox.count == 1)
    let seen = Counter()
    let token = app.cache.observe { seen.add() }
    await folder.clock.advance(by: .milliseconds(999))
    #expect(folder.inbox.count == 1 && seen.value == 0)
    await folder.clock.advance(by: .milliseconds(1))
    #expect(await eventually { folder.server.written == ["a=1"] })
    await app.queue.settled()
    #expect(try await app.cache.value() == ["a": "1"] && folder.inbox == [] && seen.value > 0)
    #expect(try await app.queue.all().map(\.id) == [change.id])
    await folder.clock.advance(by: .seconds(10))
    await app.queue.settled()
    #expect(folder.server.written == ["a=1"])
    token.cancel()
  }

  @Test("comes in before whatever the app does first, and is known to its screens", arguments: Call.allCases)
  func first(_ call: Call) async throws {
    let (folder, change) = try await folder()
    let app = folder.app(seed: 4)
    #expect(try await app.cache.value() == [:])
    switch call {
    case .open: #expect(try await app.queue.open().map(\.id) == [change.id])
    case .all: #expect(try await app.queue.all().map(\.id) == [change.id])
    case .refused: #expect(try await app.queue.refused() == [])
    case .submit: try await app.submit("b", "2")
    case .discard: try await app.queue.discard("none")
    case .flush: await app.queue.flush()
    case .becameActive: await SystemEvents(client: app.client, queue: app.queue).becameActive()
    case .folderChanged: await app.client.accounts.folderChanged()
    case .signOut:
      _ = try await app.client.signOut(.keep)
      #expect(folder.inbox == [])
      try await app.signIn()
    }
    #expect(folder.inbox == [])
    #expect(try await app.cache.value()["a"] == "1")
    #expect(try await app.queue.open().first?.id == change.id)
  }

  @Test("is sent before a later change of the app to the same target, and lies under it on the screens")
  func order() async throws {
    let (folder, _) = try await folder()
    let app = folder.app(seed: 4)
    #expect(try await app.cache.value() == [:])
    await folder.clock.advance(by: .milliseconds(500))
    try await app.queue.submit(SetValue(target: "a", value: "2", coalesces: false))
    #expect(try await app.cache.value() == ["a": "2"])
    folder.server.setDown(false)
    await app.queue.flush()
    #expect(folder.server.written == ["a=1", "a=2"])
  }

  @Test("a launch that ends within the second leaves it where it is, for the next")
  func ended() async throws {
    let (folder, change) = try await folder()
    var app: CacheWorld? = folder.app(seed: 4)
    #expect(try await app?.cache.value() == [:])
    app = nil
    await folder.clock.advance(by: .seconds(2))
    #expect(folder.inbox.count == 1)
    #expect(try await folder.app(seed: 5).queue.open().map(\.id) == [change.id] && folder.inbox == [])
  }

  @Test("the journal forgets no change whose file is still there, and sends none twice, when it is rewritten at once")
  func folding() async throws {
    let (folder, change) = try await folder()
    let file = try #require(folder.inbox.first)
    let data = try #require(folder.files.contents[file])
    folder.server.setDown(false)
    let before = folder.app(seed: 4)
    await before.queue.flush()
    #expect(folder.server.written == ["a=1"] && folder.inbox == [])
    // The launch before died before it removed the file.
    try folder.files.replace(file, with: data)
    folder.server.set("a", "9")
    let app = folder.app(UnlistableInbox(folder.files), seed: 5)
    _ = try await app.cache.value()
    for index in 0..<300 { try await app.submit("t\(index)", "1") }
    await app.queue.flush()
    #expect(try await app.queue.all().contains { $0.id == change.id && $0.state == .synced })
    let next = folder.app(seed: 6)
    _ = try await next.cache.value()
    for index in 0..<300 { try await next.submit("t\(index)", "2") }
    await next.queue.flush(.foreground)
    #expect(folder.server.values["a"] == "9" && folder.inbox == [])
    #expect(folder.server.written.filter { $0.hasPrefix("a=") } == ["a=1"])
  }
}

/// Files of which those in an inbox cannot be listed.
private final class UnlistableInbox: FileSystem {
  private let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] {
    if folder.hasSuffix("/inbox") { throw FileSystemError.other(code: 5) }
    return try base.list(folder)
  }
}
