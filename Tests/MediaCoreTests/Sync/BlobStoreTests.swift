import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Values in files")
struct BlobStoreTests {
  private let files = MemoryFileSystem()
  private let reports = Notebook<ClientError>()
  private var store: BlobStore { BlobStore(files: files, folder: "blobs") { [reports] in reports.add($0) } }

  @Test("come back as they were, and are gone when removed")
  func roundTrip() throws {
    #expect(try store.read([String].self, "list") == nil)
    try store.write(["a", "ü", "😀"], "list")
    try store.write(5, "number")
    #expect(try store.read([String].self, "list") == ["a", "ü", "😀"])
    #expect(try store.read(Int.self, "number") == 5)
    try store.write(["b"], "list")
    #expect(try store.read([String].self, "list") == ["b"])
    try store.remove("list")
    try store.remove("list")
    #expect(try store.read([String].self, "list") == nil)
    #expect(reports.entries.isEmpty)
  }

  @Test("a file cut at any byte is set aside, reported, and reads as absent; then there is room for a new one")
  func truncated() throws {
    try store.write(["title", "another"], "list")
    let (path, whole) = try #require(files.contents.first)
    for length in 0..<whole.count {
      try files.replace(path, with: whole.prefix(length))
      #expect(try store.read([String].self, "list") == nil)
      #expect(files.contents[path] == nil)
      #expect(files.contents[path + ".damaged"] == whole.prefix(length))
    }
    #expect(reports.entries.count == whole.count)
    #expect(reports.entries.allSatisfy { $0.kind == .storage && $0.detail == "damaged" })
    try store.write(["new"], "list")
    #expect(try store.read([String].self, "list") == ["new"])
  }

  @Test("so is one whose content reads as well as what was written, and was not: only its checksum says so")
  func foreignContent() throws {
    try store.write(["title", "another"], "list")
    let (path, whole) = try #require(files.contents.first)
    let place = try #require(whole.range(of: Data("title".utf8)))
    var foreign = Data(whole)
    foreign.replaceSubrange(place, with: Data("other".utf8))
    try files.replace(path, with: foreign)
    #expect(try store.read([String].self, "list") == nil)
  }

  @Test("so is one in which any byte has rotted, or which is followed by something")
  func rotten() throws {
    try store.write(["title", "another"], "list")
    let (path, whole) = try #require(files.contents.first)
    for index in whole.indices {
      for bit in [UInt8(1), 0x80] {
        var data = whole
        data[index] ^= bit
        try files.replace(path, with: data)
        #expect(try store.read([String].self, "list") == nil, "byte \(index)")
      }
    }
    try files.replace(path, with: whole + [0])
    #expect(try store.read([String].self, "list") == nil)
    #expect(reports.entries.count == whole.count * 2 + 1)
  }

  @Test("a whole file of another shape is set aside too")
  func otherShape() throws {
    try store.write(["a": 1], "list")
    #expect(try store.read([String].self, "list") == nil)
    #expect(reports.entries.map(\.detail) == ["damaged"])
  }

  @Test("a disk that is full or locked is reported, and nothing is set aside")
  func disk() async throws {
    let full = BlobStore(files: FullDisk(), folder: "blobs")
    let error = await failure { try full.write(5, "number") }
    #expect(error.kind == .storage && error.detail == "full")

    try store.write(5, "number")
    let before = files.contents
    files.isLocked = true
    let unread = await failure { _ = try store.read(Int.self, "number") }
    #expect(unread.kind == .storage && unread.detail == "locked")
    #expect(await failure { try store.write(6, "number") }.kind == .storage)
    #expect(await failure { try store.remove("number") }.kind == .storage)
    files.isLocked = false
    #expect(reports.entries.isEmpty)
    #expect(files.contents == before)
  }

  @Test("file names show nothing of what they stand for, and hostile names leave the folder by no way")
  func names() throws {
    let hostile = [
      "../../etc/passwd", "/", "", "a/b", "..", "CON", "\u{0}", String(repeating: "x", count: 10_000), "Ä", "A\u{308}",
    ]
    for (index, name) in hostile.enumerated() { try store.write(index, name) }
    for path in files.contents.keys {
      #expect(path.hasPrefix("blobs/"))
      #expect(path.dropFirst(6).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && path.count == 46)
    }
    for (index, name) in hostile.enumerated() { #expect(try store.read(Int.self, name) == index) }
    #expect("a".fileName != "b".fileName && "".fileName != " ".fileName)
    #expect(Set((0..<20_000).map { "name-\($0)".fileName }).count == 20_000)
  }

  @Test("the checksum is the usual one")
  func checksum() {
    #expect(Checksum.crc32(Data("123456789".utf8)) == 0xCBF4_3926)
    #expect(Checksum.crc32(Data()) == 0)
  }

  @Test("a stored value is the old one or the new one, never half of it, and a spoilt one reads as absent")
  func blobs() throws {
    let files = TroubledFiles()
    let store = BlobStore(files: files, folder: "f")
    try store.write(["one"], "name")
    try store.write(["one", "two"], "name")
    let changes = files.changes
    for count in 0...changes.count {
      let read = try BlobStore(files: try disk(changes.prefix(count)), folder: "f").read([String].self, "name")
      #expect(read == [nil, ["one"], ["one", "two"]][count])
    }
    let (path, data) = try #require(files.base.contents.first)
    for index in 0..<data.count {
      var spoilt = Data(data)
      spoilt[index] ^= 0x10
      let damaged = MemoryFileSystem([path: spoilt])
      let reports = Locked(0)
      let store = BlobStore(files: damaged, folder: "f") { _ in reports.withLock { $0 += 1 } }
      #expect(try store.read([String].self, "name") == nil)
      #expect(reports.withLock { $0 } == 1)
      #expect(damaged.contents[path + ".damaged"] == spoilt)
    }
  }

  /// The disk after so many changes.
  private func disk(_ changes: some Sequence<DiskChange>) throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    for change in changes { try change.apply(to: files) }
    return files
  }
}
