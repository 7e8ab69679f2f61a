import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

@Suite("Exporting what only this device has")
struct ExportTests {
  @Test("works without a network, and names format, version, service, server and account in JSON that people can read")
  func form() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let sent = rig.old.network.operations.count
    let data = try await rig.old.shelf.exportData()
    #expect(rig.old.network.operations.count == sent)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"account\": {\n    \"id\": \"d89484dc"))
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(file["format"] as? String == "MediaClients export")
    #expect(file["version"] as? Int == 1)
    #expect(file["service"] as? String == "shelf")
    #expect(file["server"] as? String == ServerAddress.fake.key)
    #expect(file["madeAt"] as? String == WireDate.format(rig.old.clock.now()))
    let json = try JSONValue(parsing: data)
    #expect(
      json["parts"]?.object?.keys.sorted() == [
        "downloadSettings", "playbackSettings", "playedItems", "progressConflicts", "removedFromLatest", "upNext",
      ])
    let changes = try #require(json["changes"]?.array)
    #expect(
      changes.compactMap { $0["kind"]?.string }.sorted() == [
        "shelf.bookmark", "shelf.list.new", "shelf.progress", "shelf.progress", "shelf.progress",
      ])
    #expect(changes.count { $0["state"] == "refused" } == 1)
    #expect(changes.allSatisfy { $0["createdAt"]?.string?.hasSuffix("Z") == true })
    #expect(changes.allSatisfy { $0["payload"]?["mutation"]?["at"]?.double == nil })
    // The file names the account once, not in each change.
    #expect(changes.allSatisfy { $0["account"] == nil })
  }

  @Test("holds no token, no password and no header of the app, also where an address has one in it")
  func secrets() async throws {
    var options = ClientOptions()
    try options.setHeader("X-Gate", "open sesame please")
    let rig = try await ShelfRig(options: options)
    let credentials = try #require(try await rig.shelf.client.session.heldCredentials())
    var entry = QueueEntry(id: try rig.episode(), title: "open sesame please")
    entry.coverURL = URL(string: "https://fake.test/cover?token=\(credentials.access.reveal())")
    try await rig.shelf.upNext.playNext(entry)
    let data = try await rig.shelf.exportData()
    let text = String(decoding: data, as: UTF8.self)
    let refresh = try #require(credentials.refresh).reveal()
    for secret in [credentials.access.reveal(), refresh, "open sesame", "correct horse"] {
      #expect(!text.contains(secret))
    }
    // Without the secrets, the file can still be imported.
    let phone = try await rig.device(as: "ada")
    try await phone.importData(data)
    #expect(try await phone.upNext.entries().first?.coverURL?.absoluteString == "https://fake.test/cover?token=")
  }

  @Test("needs an account, signed in or run out")
  func account() async throws {
    let rig = try await ShelfRig(as: nil)
    #expect(try await failure { try await rig.shelf.exportData() }.kind == .signedOut)
    #expect(try await failure { try await rig.shelf.importData(Data()) }.kind == .signedOut)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    rig.server.revokeAllTokens()
    _ = try? await rig.shelf.account.me()
    guard case .expired = try await rig.shelf.account.status() else { Issue.record("not run out"); return }
    let json = try JSONValue(parsing: try await rig.shelf.exportData())
    #expect(json["account"]?["name"] == "ada")
  }

  @Test("a service that only reads exports the same, and imports nothing")
  func reading() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    await rig.old.shelf.client.accounts.save()
    let widget = ShelfService(reading: .fake, environment: rig.old.environment)
    let data = try await widget.exportData()
    #expect(try await ExportedFile.content(data) == ExportedFile.content(rig.old.shelf.exportData()))
    let before = rig.old.files.contents
    let error = try await failure { try await widget.importData(data) }
    #expect(error.kind == .storage)
    #expect(error.detail == "inUse")
    #expect(rig.old.files.contents == before)
  }

  @Test("a full disk does not stand in the way of taking the data away")
  func fullDisk() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let whole = try await rig.old.shelf.exportData()
    await rig.old.shelf.client.accounts.save()
    let full = ShelfService(
      server: .fake, transport: rig.old.network,
      environment: .manual(clock: rig.old.clock, files: FullFiles(base: rig.old.files), secrets: rig.old.secrets))
    #expect(try await ExportedFile.content(full.exportData()) == ExportedFile.content(whole))
  }
}

/// Files on a full disk.
private struct FullFiles: FileSystem {
  let base: any FileSystem

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func replace(_ path: String, with data: Data) throws { throw FileSystemError.full }
  func append(_ data: Data, to path: String) throws { throw FileSystemError.full }
  func truncate(_ path: String, to length: Int) throws { throw FileSystemError.full }
  func move(_ path: String, to destination: String) throws { throw FileSystemError.full }
  func remove(_ path: String) throws {}
}
