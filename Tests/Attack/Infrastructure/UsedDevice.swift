import Foundation
import MediaTesting
import Testing

@testable import MediaCore

/// A device whose app has made every call, online and offline, with changes that wait; and what is on it.
struct UsedDevice: Sendable {
  let world: World
  let files: [String: Data]
  let secrets: [String: Secret]
  /// The keys of the secrets that stay after a sign-out, because they belong to the device and not to an account.
  static let secretsOfDevice: Set<String> = ["shelf/device"]
  /// The queue's records.
  let records: [MutationRecord]
  /// The text that the app shows without a network.
  let shown: String
  /// The folder of the account.
  let folder: String
  /// Words of the account that are on the disk, or in the keychain.
  let words: [String]
  let hasSignIn: Bool
  let keepsPending: Bool

  /// A word in the value of a probe that waits.
  static let waiting = "waiting-probe"
  private static let done = "done-probe"

  var waitingIDs: Set<String> { Set(records.filter { !$0.isOnServer }.map(\.id)) }

  /// The ids of the records that a sign-out keeps: those that wait or were refused, and those that went out before an older one of their
  /// target, whose rest is known from nothing else.
  var keptIDs: Set<String> {
    let waiting = records.filter { !$0.isOnServer }
    let followers = records.filter { record in
      waiting.contains { $0.target == record.target && $0.order < record.order }
    }
    return waitingIDs.union(followers.map(\.id))
  }

  /// The ids of decided changes that may be conflicts. The next launch, which reads the journal without handlers, keeps their records.
  var conflictIDs: Set<String> {
    get throws {
      let plain = try JSONDecoder().decode([MutationRecord].self, from: JSONEncoder().encode(records))
      return Set(plain.filter { $0.isOnServer && $0.mayBeConflict }.map(\.id))
    }
  }

  /// The device of each service, made once: its tests take copies.
  private static let made = Locked<[String: Task<UsedDevice, any Error>]>([:])

  static func make(_ service: AttackedService) async throws -> UsedDevice {
    try await made.withLock { made in
      let task = made[service.name] ?? Task { try await used(service) }
      made[service.name] = task
      return task
    }.value
  }

  private static func used(_ service: AttackedService) async throws -> UsedDevice {
    let (disk, keychain) = (MemoryFileSystem(), MemorySecretStore())
    let world = World(service).device(disk, keychain)
    let launch = try await world.signedIn()
    await launch.settle()
    for isDown in [false, true] {
      for call in launch.calls {
        world.answers.isDown = isDown
        _ = try? await call.run(Arguments())
        try await signInAgain(launch, world)
      }
      world.answers.isDown = false
      await launch.settle()
    }
    _ = await (try await launch.queue.submit(Probe(target: "done", value: done))).settled()
    world.answers.isDown = true
    for number in 0..<5 { try await launch.queue.submit(Probe(target: "\(number)", value: "\(waiting)-\(number)")) }
    await launch.queue.settled()
    await launch.client.accounts.save()
    let account = try #require(try await launch.client.accounts.account())
    let words = try await launch.secrets() + [waiting, done] + (launch.marker.map { [$0] } ?? [])

    // The process has ended: it can only change the old disk. Start an app on a copy of the files, let it settle, and read what it
    // shows.
    let (left, keys) = (MemoryFileSystem(disk.contents), MemorySecretStore())
    for (key, secret) in keychain.contents { try keys.write(secret, key: key) }
    let next = try await world.device(left, keys).launch()
    await next.settle()
    await next.client.accounts.save()
    let all =
      [String(decoding: Data(left.contents.values.joined()), as: UTF8.self)]
      + keys.contents.values.map { $0.reveal() }
    return UsedDevice(
      world: world, files: left.contents, secrets: keys.contents, records: try await next.queue.all(),
      shown: try await next.shown(), folder: launch.client.accounts.folders.folder(of: account),
      words: words.filter { word in all.contains { $0.contains(word) } },
      hasSignIn: launch.client.accounts.session != nil, keepsPending: launch.keepsPending)
  }

  /// Signs in again after a call that has signed out.
  private static func signInAgain(_ launch: AttackedLaunch, _ world: World) async throws {
    guard launch.client.accounts.session != nil, try await launch.client.session.status() == .signedOut else { return }
    world.answers.isDown = false
    try await launch.signIn()
  }

  /// A device with the same disk and keychain, without a network.
  func copy(_ trouble: Trouble = Trouble(), files: [String: Data]? = nil) throws -> Copy {
    let (memory, keychain) = (MemoryFileSystem(files ?? self.files), MemorySecretStore())
    for (key, secret) in secrets { try keychain.write(secret, key: key) }
    return Copy(memory: memory, keychain: keychain, world: world, trouble: trouble)
  }

  struct Copy: Sendable {
    let memory: MemoryFileSystem
    let keychain: MemorySecretStore
    let disk: TroubledDisk
    let device: World

    init(memory: MemoryFileSystem, keychain: MemorySecretStore, world: World, trouble: Trouble) {
      (self.memory, self.keychain) = (memory, keychain)
      disk = TroubledDisk(memory: memory, trouble: trouble)
      device = world.device(disk, TroubledSecrets(memory: keychain, trouble: trouble))
    }

    /// The files and secrets in which one of the words is.
    func places(of words: [String]) -> [String] {
      let texts = memory.contents.mapValues { String(decoding: $0, as: UTF8.self) }
        .merging(keychain.contents.mapValues { $0.reveal() }) { first, _ in first }
      return texts.filter { text in words.contains { text.value.contains($0) || text.key.contains($0) } }.keys.sorted()
    }
  }
}

extension AttackedLaunch {
  /// The events about files that an app can see.
  var storageReports: [String] {
    client.log.entries.filter { $0.level == .error && $0.message.contains("storage") }.map(\.message)
  }
}

extension Data {
  /// The same with one bit turned over.
  func flipped(_ bit: Int) -> Data {
    var bytes = [UInt8](self)
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return Data(bytes)
  }
}
