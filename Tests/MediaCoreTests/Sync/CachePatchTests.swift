import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Account cache: saving what has changed")
struct CachePatchTests {
  private func isSave(_ change: DiskChange) -> Bool {
    switch change {
    case .replace(let path, _), .append(let path, _), .remove(let path): path.contains("answers")
    default: false
    }
  }

  /// A world whose cache has saved a large value once, with the disk's changes up to then.
  private func saved(_ known: Int, _ files: TroubledFiles) async throws -> CacheWorld {
    let world = CacheWorld(files: files)
    try await world.signIn()
    world.server.state.withLock { state in
      for index in 0..<known { state.values["k\(index)"] = "value of \(index)" }
    }
    try await world.refresh()
    await world.client.accounts.save()
    return world
  }

  private func bytes(_ changes: some Sequence<DiskChange>) -> Int {
    changes.reduce(0) { sum, change in
      switch change {
      case .replace(_, let data), .append(_, let data): sum + data.count
      default: sum
      }
    }
  }

  @Test("a change and its save cost the same, however much is known", arguments: [0, 1000, 10_000])
  func cost(known: Int) async throws {
    var costs: [Int] = []
    for count in [10, known] {
      let files = TroubledFiles()
      let world = try await saved(count, files)
      let before = files.changeCount
      #expect(await (try world.submit("target", "1")).settled() == .synced)
      await world.client.accounts.save()
      let changes = files.changes.dropFirst(before)
      #expect(changes.count(where: isSave) == 1)
      #expect(changes.count == 4)
      costs.append(bytes(changes))
      #expect(try await world.relaunched().cache.value()["target"] == "1")
    }
    #expect(abs(costs[1] - costs[0]) < 16)
  }

  @Test("whenever the process dies, a relaunch finds one of the values that were saved, whole, and not an old one")
  func crashes() async throws {
    let files = TroubledFiles()
    let world = try await saved(3, files)
    var values = [try await world.cache.value()]
    var ends = [files.changeCount]
    for step in 0..<8 {
      // Every fourth value is too large to be appended.
      world.server.set("k\(step % 3)", step % 4 == 3 ? String(repeating: "x", count: 20_000) : "new \(step)")
      world.server.set("other\(step)", "1")
      world.server.set("other\(step - 2)", nil)
      try await world.refresh()
      await world.client.accounts.save()
      values.append(try await world.cache.value())
      ends.append(files.changeCount)
    }
    let changes = files.changes
    #expect(changes.dropFirst(ends[0]).contains { if case .append = $0 { true } else { false } })
    #expect(changes.dropFirst(ends[0]).contains { if case .replace = $0 { true } else { false } })
    for count in ends[0]...changes.count {
      let least = ends.lastIndex { $0 <= count } ?? 0
      var halves: [DiskChange?] = [nil]
      if count < changes.count, case .append(let path, let data) = changes[count] {
        halves += stride(from: 1, to: data.count, by: max(1, data.count / 40)).map { .append(path, data.prefix($0)) }
      }
      for torn in halves {
        let disk = MemoryFileSystem()
        for change in changes.prefix(count) { try change.apply(to: disk) }
        try torn?.apply(to: disk)
        let next = CacheWorld(files: disk, server: world.server)
        try await next.signIn()
        let value = try await next.cache.value()
        #expect(values[least...].prefix(2).contains(value), "\(count)")
        try await next.cache.merge("1", askedAt: next.cache.readMark()) { $0["after"] = $1 }
        await next.client.accounts.save()
        #expect(try await next.relaunched().cache.value() == value.merging(["after": "1"]) { $1 })
      }
    }
  }

  @Test("a save that the full disk refused is made good by the next")
  func fullDisk() async throws {
    let files = TroubledFiles()
    let world = try await saved(3, files)
    for (index, room) in [0, 10, 100, 0].enumerated() {
      files.state.withLock { $0.room = room }
      world.server.set("k0", "new \(index)")
      try await world.refresh()
      await world.client.accounts.save()
      files.state.withLock { $0.room = nil }
      #expect(try await world.relaunched().cache.value().count == 3)
      await world.client.accounts.save()
      #expect(try await world.relaunched().cache.value()["k0"] == "new \(index)")
    }
  }

  @Test("a spoilt line and those behind it are no use, and those before it are")
  func spoilt() async throws {
    let files = TroubledFiles()
    let world = try await saved(3, files)
    for index in 0..<3 {
      world.server.set("k0", "new \(index)")
      try await world.refresh()
      await world.client.accounts.save()
    }
    let (path, data) = try #require(
      files.base.contents.first { $0.value.contains(0x0A) && $0.key.contains("answers") })
    var bytes = [UInt8](data)
    let second = try #require(bytes.firstIndex(of: 0x0A)) + 20
    bytes[second] ^= 1
    try files.base.replace(path, with: Data(bytes))
    let next = world.relaunched()
    #expect(try await next.cache.value()["k0"] == "new 0")
    #expect(next.storageReports == ["damaged"])
  }

  @Test(
    "an older value that is late never replaces a newer one, nor one of before a sign-out anything",
    arguments: [true, false])
  func late(isPatched: Bool) async throws {
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual())
    let file = CacheFile<[String: Int]>(
      "file", version: 1, retention: .server, in: accounts, patching: isPatched ? .patches : nil)
    let erasures = accounts.folders.erasures(of: "ada")
    let places = (0..<4).map { _ in file.place(of: "ada", erasures) }
    for index in [1, 0, 3, 2] {
      try file.write(SavedCache(version: 1, value: ["a": index]), to: places[index])
    }
    #expect(try file.read(of: "ada")?.value == ["a": 3])
    let before = file.place(of: "ada", erasures)
    try await accounts.signOut(.keep)
    let error = await failure { try file.write(SavedCache(version: 1, value: ["a": 4]), to: before) }
    #expect(error.kind == .signedOut)
    #expect(try file.read(of: "ada")?.value == nil)
  }

  @Test("dictionaries give what turns one into the other")
  func dictionaries() {
    let older = ["a": 1, "b": 2, "c": 3]
    for newer in [older, [:], ["a": 1, "b": 5, "d": 4], ["x": 1]] {
      var value = older
      value.apply(newer.patch(from: older))
      #expect(value == newer)
    }
    #expect(older.patch(from: older).set.isEmpty && older.patch(from: older).removed.isEmpty)
  }

  @Test("a patch of a dictionary is what looking up each key finds, and makes the older one the newer")
  func dictionaryPatch() {
    let random = SeededRandom(seed: 5)
    var older: [String: Int] = [:]
    for _ in 0..<400 {
      var newer = older
      for _ in 0..<random.next() % 4 {
        let key = "k\(random.next() % 60)"
        newer[key] = random.next() % 3 == 0 ? nil : Int(random.next() % 5)
      }
      if random.next() % 7 == 0 {
        newer = Dictionary(uniqueKeysWithValues: newer.map { ($0, $1) }.shuffledBySeed(random))
      }
      let patch = newer.patch(from: older)
      #expect(patch.set == newer.filter { older[$0.key] != $0.value })
      #expect(Set(patch.removed) == Set(older.keys.filter { newer[$0] == nil }))
      var patched = older
      patched.apply(patch)
      #expect(patched == newer)
      older = newer
    }
  }
}

extension Array {
  fileprivate func shuffledBySeed(_ random: SeededRandom) -> [Element] {
    map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
