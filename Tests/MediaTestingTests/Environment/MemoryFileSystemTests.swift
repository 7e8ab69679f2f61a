import Foundation
import MediaCore
import MediaTesting
import Testing

@Suite("Files in memory")
struct MemoryFileSystemTests {
  private let old = Data("old".utf8)
  private let new = Data("new".utf8)

  @Test("a full disk refuses every write and changes no file")
  func fullDiskRefusesWrites() {
    let files = MemoryFileSystem(["a": old])
    files.isFull = true
    #expect(throws: FileSystemError.full) { try files.replace("a", with: new) }
    #expect(throws: FileSystemError.full) { try files.replace("b", with: new) }
    #expect(throws: FileSystemError.full) { try files.append(new, to: "a") }
    #expect(throws: FileSystemError.full) { try files.extend("a", at: 3, with: new) }
    #expect(files.contents == ["a": old])
  }

  @Test("a full disk still reads, cuts, moves and removes files, and takes writes again when it has room")
  func fullDiskServesTheRest() throws {
    let files = MemoryFileSystem(["folder/a": old])
    files.isFull = true
    #expect(try files.read("folder/a") == old)
    #expect(try files.size(of: "folder/a") == 3)
    #expect(try files.list("folder") == ["a"])
    try files.truncate("folder/a", to: 1)
    try files.move("folder/a", to: "folder/b")
    #expect(files.contents == ["folder/b": Data("o".utf8)])
    try files.remove("folder")
    #expect(files.contents.isEmpty)
    files.isFull = false
    try files.replace("c", with: new)
    #expect(files.contents == ["c": new])
  }

  @Test("a locked device says that it is locked, also when its disk is full")
  func lockedBeforeFull() {
    let files = MemoryFileSystem(["a": old])
    (files.isFull, files.isLocked) = (true, true)
    #expect(throws: FileSystemError.locked) { try files.replace("a", with: new) }
    #expect(throws: FileSystemError.locked) { try files.read("a") }
  }
}
