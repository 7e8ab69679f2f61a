import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

@Suite("A file that does not fit")
struct ImportProblemTests {
  private func expect(
    _ problem: ImportProblem, _ data: Data, _ phone: MovingRig.Phone, from other: ServerAddress? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let files = try #require(phone.environment.files as? MemoryFileSystem)
    let before = files.contents
    let error = try await failure { try await phone.shelf.importData(data, from: other) }
    #expect(error.importProblem == problem, sourceLocation: sourceLocation)
    #expect(error.kind == .invalidRequest, sourceLocation: sourceLocation)
    #expect(files.contents == before, sourceLocation: sourceLocation)
  }

  @Test(
    "is of another service, server, account or a newer version: each has its error and its sentence, and nothing changes"
  )
  func others() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let json = try JSONValue(parsing: data)
    let phone = try await rig.phone()
    await phone.shelf.client.accounts.save()
    func altered(_ name: String, _ value: JSONValue) -> Data { ExportedFile.signed(with(json) { $0[name] = value }) }
    try await expect(.anotherService, altered("service", "tally"), phone)
    try await expect(.anotherServer, altered("server", "nas.vpn:"), phone)
    try await expect(.anotherServer, altered("server", "nas.vpn:"), phone, from: ServerAddress("nas.home"))
    try await expect(.newerVersion, altered("version", 2), phone)
    try await expect(.newerVersion, with(json) { $0["version"] = 2 }.serialized(), phone)
    let grace = try await rig.phone(as: "grace")
    await grace.shelf.client.accounts.save()
    try await expect(.anotherAccount, data, grace)
    let texts = Set(ImportProblem.allCases.map { ClientError($0).text(.english) })
    #expect(texts.count == ImportProblem.allCases.count)
    #expect(!texts.contains(ClientError(.invalidRequest, operation: .dataImport).text(.english)))
    // The other device used the same server under another address.
    let report = try await phone.shelf.importData(
      altered("server", "nas.vpn:"), from: ServerAddress("https://nas.vpn"))
    #expect(report["changes"]?.taken == 5)
  }

  @Test("is cut off, altered, empty or something else")
  func damaged() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    await phone.shelf.client.accounts.save()
    let random = SeededRandom(seed: 7)
    // Cut at least two bytes: without its last line feed, the file is still whole.
    for _ in 0..<150 {
      try await expect(.damaged, data.prefix(Int(random.next() % UInt64(data.count - 1))), phone)
      var flipped = data
      let place = Int(random.next() % UInt64(data.count))
      // Skip white space: only other bytes are sure to damage the document.
      guard ![0x20, 0x0A].contains(flipped[place]) else { continue }
      flipped[place] ^= 1 << UInt8(random.next() % 8)
      guard flipped[place] != 0x20, flipped[place] != 0x0A else { continue }
      let error = try await failure { try await phone.shelf.importData(flipped) }
      #expect(error.importProblem != nil)
    }
    for text in [
      "", "{}", "[]", "null", "{\"format\":\"MediaClients export\"}", "\u{0}", String(repeating: "[", count: 100_000),
    ] {
      try await expect(.damaged, Data(text.utf8), phone)
    }
    #expect(try await phone.shelf.queue.all().isEmpty)
  }

  @Test("has a hostile value in any place: it is refused whole or harmless, and never crashes")
  func hostile() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    phone.network.isDown = true
    let id = try rig.episode(0)
    var (refused, taken) = (0, 0)
    for (name, spoilt) in try ExportedFile.spoilt(data) {
      let before = try await phone.shelf.queue.all().map(\.id)
      do throws(ClientError) {
        try await phone.shelf.importData(spoilt)
        taken += 1
      } catch {
        #expect(error.importProblem != nil, "\(name): \(error)")
        #expect(try await phone.shelf.queue.all().map(\.id) == before, "\(name)")
        refused += 1
      }
    }
    #expect(refused > 300)
    #expect(taken > 50)
    // All imported data can be shown and sent.
    _ = try await phone.shelf.progressStore.all()
    _ = try await phone.shelf.upNext.entries()
    phone.network.isDown = false
    await phone.shelf.queue.flush()
    await phone.shelf.queue.settled()
    // Changes of an unknown kind stay in the queue.
    let left = try await phone.shelf.queue.open().filter { $0.kind.rawValue.hasPrefix("shelf.") }
    #expect(left.map(\.description) == [])
    #expect(rig.old.stored(id)?["currentTime"]?.double?.isMediaTime ?? true)
  }

  @Test("has a part and a kind of change of a newer app: the part is left out, the change is kept as it is")
  func unknown() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    var json = try JSONValue(parsing: try await rig.old.shelf.exportData())
    json["parts"]?["crossfade"] = ["seconds": 3]
    var changes = try #require(json["changes"]?.array)
    changes.append(
      with(changes[0]) { change in
        (change["id"], change["kind"], change["target"]) = ("new-1", "shelf.mood", "mood")
        change["payload"] = ["mutation": ["mood": "calm"]]
      })
    json["changes"] = .array(changes)
    let phone = try await rig.phone()
    phone.network.isDown = true
    let report = try await phone.shelf.importData(ExportedFile.signed(json))
    #expect(report["crossfade"]?.skipped == [.unknown: 1])
    #expect(report["changes"]?.taken == 6)
    let kept = try JSONValue(parsing: try await phone.shelf.exportData())["changes"]?.array
    #expect(kept?.first { $0["id"] == "new-1" }?["payload"] == ["mutation": ["mood": "calm"]])
  }

  @Test("is imported while the user signs out: nothing of it reaches another account")
  func signedOutMeanwhile() async throws {
    let rig = try await MovingRig()
    try await rig.fill()
    let data = try await rig.old.shelf.exportData()
    let phone = try await rig.phone()
    async let imported: ImportReport? = try? await phone.shelf.importData(data)
    try await phone.shelf.account.signOut(pending: .keep)
    try await phone.shelf.account.signIn(username: "grace", password: "battery staple")
    _ = await imported
    #expect(try await phone.shelf.upNext.entries().isEmpty)
    #expect(try await phone.shelf.queue.all().isEmpty)
    #expect(try await phone.shelf.queueStore.current().removed.isEmpty)
  }
}
