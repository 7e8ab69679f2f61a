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
}
