import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The id of this installation, between two processes")
struct DeviceIdentityTests {
  private struct Stored: Codable { let id: String }

  @Test("two processes that start at once use one id, wherever the other one comes in between", arguments: 1...6)
  func together(before number: Int) async throws {
    let memory = MemoryFileSystem()
    let used = Locked<String?>(nil)
    let files = RivalFileSystem(memory, before: number) { files in
      let blobs = BlobStore(files: files, folder: "shelf")
      if try blobs.read(Stored.self, "device") == nil { try blobs.write(Stored(id: "rival"), "device") }
      let id = try blobs.read(Stored.self, "device")?.id
      used.withLock { $0 = id }
    }
    let id = try await DeviceIdentity(environment: .manual(files: files)).info().deviceId
    #expect(try BlobStore(files: memory, folder: "shelf").read(Stored.self, "device")?.id == id)
    if let theirs = used.withLock({ $0 }) { #expect(theirs == id) }
  }

  @Test("no id is made while another process holds the folder, and one that is kept is read all the same")
  func held() async throws {
    let files = HeldFileSystem(MemoryFileSystem())
    let device = DeviceIdentity(environment: .manual(files: files))
    let error = await #expect(throws: ClientError.self) { try await device.info() }
    #expect((error?.kind, error?.detail) == (.storage, "inUse"))
    try BlobStore(files: files, folder: "shelf").write(Stored(id: "theirs"), "device")
    #expect(try await device.info().deviceId == "theirs")
  }

  @Test("an id that could not be kept is not used, and the one that is kept stays, however the app describes itself")
  func kept() async throws {
    let (memory, isFull) = (MemoryFileSystem(), Locked(true))
    let device = DeviceIdentity(environment: .manual(files: FullFiles(base: memory, isFull: isFull)))
    let error = await #expect(throws: ClientError.self) { try await device.info() }
    #expect(error?.kind == .storage)
    isFull.withLock { $0 = false }
    let id = try await device.info().deviceId
    #expect(try BlobStore(files: memory, folder: "shelf").read(Stored.self, "device")?.id == id)
    var info = DeviceInfo()
    info.deviceId = "the app's own"
    info.clientName = "Reader"
    await device.describe(info)
    // The id is in memory: the file cannot be read while the device is locked.
    memory.isLocked = true
    #expect(try await device.info().deviceId == id)
    #expect(try await device.info().clientName == "Reader")
  }
}

/// Files on a disk that is full until a test makes room.
private struct FullFiles: FileSystem {
  let base: MemoryFileSystem
  let isFull: Locked<Bool>

  private func check() throws { if isFull.withLock({ $0 }) { throw FileSystemError.full } }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func replace(_ path: String, with data: Data) throws {
    try check()
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    try check()
    try base.append(data, to: path)
  }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
}
