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

  // MARK: Backups

  /// The device id in a new process that uses these files and secrets.
  private func id(_ files: any FileSystem, _ secrets: any SecretStore, seed: UInt64 = 1) async throws -> String? {
    try await DeviceIdentity(environment: .manual(seed: seed, files: files, secrets: secrets)).info().deviceId
  }

  @Test(
    "another device that a backup has brought the files to makes an id of its own, also for one of an earlier version",
    arguments: [false, true])
  func restored(isOfEarlierVersion: Bool) async throws {
    let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
    if isOfEarlierVersion { try BlobStore(files: files, folder: "shelf").write(Stored(id: "kept"), "device") }
    let first = try await id(files, secrets)
    if isOfEarlierVersion { #expect(first == "kept") }
    // The second launch finds the secret of the first launch. From then on the id is valid only together with the secret.
    for seed in 2...3 { #expect(try await id(files, secrets, seed: UInt64(seed)) == first) }
    let (copy, keychain) = (MemoryFileSystem(files.contents), MemorySecretStore())
    let other = try #require(try await id(copy, keychain, seed: 4))
    #expect(other != first)
    for seed in 5...6 { #expect(try await id(copy, keychain, seed: UInt64(seed)) == other) }
    #expect(try await id(files, secrets, seed: 7) == first)
    #expect(secrets.contents["shelf/device"]?.reveal().contains(first ?? "") == false)
    // The other device's id is also valid only together with that device's secret.
    #expect(try await id(MemoryFileSystem(copy.contents), MemorySecretStore(), seed: 8) != other)
  }

  @Test("with secrets that end with the process the id stays")
  func secretsOfOneProcess() async throws {
    let files = MemoryFileSystem()
    let first = try await id(files, MemorySecretStore())
    for seed in 2...4 { #expect(try await id(files, MemorySecretStore(), seed: UInt64(seed)) == first) }
  }

  @Test("with secrets that end with the process the id stays, also if the process has read it several times")
  func readAgain() async throws {
    let files = MemoryFileSystem()
    let environment = ClientEnvironment.manual(files: files, secrets: MemorySecretStore())
    let first = try await DeviceIdentity(environment: environment).info().deviceId
    #expect(try await DeviceIdentity(environment: environment).info().deviceId == first)
    #expect(try await id(files, MemorySecretStore(), seed: 2) == first)
  }

  @Test("while the secrets cannot be read no id is made, and no file changes")
  func lockedSecrets() async throws {
    let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
    let first = try await id(files, secrets)
    #expect(try await id(files, secrets, seed: 2) == first)
    let before = files.contents
    let error = await #expect(throws: ClientError.self) { try await id(files, LockedSecrets(), seed: 3) }
    #expect((error?.kind, error?.detail) == (.storage, "locked"))
    #expect(files.contents == before)
    #expect(try await id(files, secrets, seed: 4) == first)
  }

  @Test("a widget reads the id before and after the app, and changes nothing")
  func widget() async throws {
    let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
    let environment = ClientEnvironment.manual(files: files, secrets: secrets).extending()
    await #expect(throws: ClientError.self) { try await DeviceIdentity(environment: environment).info() }
    let first = try await id(files, secrets)
    for seed in 2...3 {
      let before = (files.contents, secrets.contents)
      let widget = DeviceIdentity(environment: .manual(files: files, secrets: secrets).extending())
      #expect(try await widget.info().deviceId == first)
      #expect(files.contents == before.0 && secrets.contents == before.1)
      #expect(try await id(files, secrets, seed: UInt64(seed)) == first)
    }
  }

  @Test("a sign-out leaves the id, also with everything discarded", arguments: [PendingWork.keep, .discard])
  func signOut(_ pending: PendingWork) async throws {
    let rig = try await ShelfRig()
    let first = try await rig.shelf.device.info().deviceId
    for _ in 0..<2 { #expect(try await rig.relaunched().device.info().deviceId == first) }
    try await rig.relaunched().account.signOut(pending: pending)
    #expect(try await rig.relaunched().device.info().deviceId == first)
  }
}

/// The secrets of a device that has not been unlocked since its start: each call fails.
private struct LockedSecrets: SecretStore {
  func read(_ key: String) throws -> Secret? { throw FileSystemError.locked }
  func write(_ secret: Secret, key: String) throws { throw FileSystemError.locked }
  func delete(_ key: String) throws { throw FileSystemError.locked }
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
