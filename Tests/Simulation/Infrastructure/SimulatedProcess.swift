import Foundation
import MediaTesting

@testable import MediaCore

/// One process of an app, with its access to the clock, the disk and the credentials. After its death, tasks of it that still run have
/// no effect any more.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class SimulatedProcess: TimeSource, FileSystem, SecretStore, @unchecked Sendable {
  private let world: SimulatedWorld
  private let device: SimulatedDevice
  private(set) var isDead = false
  private var sleepers: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var nextSleeper = 0

  init(_ device: SimulatedDevice, in world: SimulatedWorld) {
    self.device = device
    self.world = world
  }

  func die(_ reason: String) {
    guard !isDead else { return }
    isDead = true
    world.log("\(device.name) dies: \(reason)")
    let sleepers = sleepers.sorted { $0.key < $1.key }
    self.sleepers = [:]
    sleepers.forEach { $0.value.resume(returning: false) }
  }

  // MARK: Clock

  func now() -> Date { world.serverNow + device.skew }
  func uptime() -> Duration { world.scheduler.now }

  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    if isDead || Task.isCancelled { throw CancellationError() }
    if duration <= .zero { return }
    nextSleeper += 1
    let id = nextSleeper
    let isDone = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        if Task.isCancelled { return continuation.resume(returning: false) }
        sleepers[id] = continuation
        world.scheduler.at(world.scheduler.now + duration) { [self] in
          sleepers.removeValue(forKey: id)?.resume(returning: true)
        }
      }
    } onCancel: {
      sleepers.removeValue(forKey: id)?.resume(returning: false)
    }
    if !isDone { throw CancellationError() }
  }

  // MARK: Disk

  func read(_ path: String) throws -> Data? {
    try check()
    return device.readDisk(path)
  }

  func replace(_ path: String, with data: Data) throws {
    try check()
    if try strikes(path) == .before { throw dead("before a write") }
    device.disk[path] = data
    if isDying { throw dead("after a write") }
  }

  func append(_ data: Data, to path: String) throws {
    try check()
    switch try strikes(path) {
    case .before: throw dead("before a write")
    case .within:
      let kept = Int(world.dice.next() % UInt64(data.count))
      let left = torn(data, at: kept)
      device.disk[path, default: Data()].append(left)
      device.readRecords(from: left, path)
      throw dead("within a write")
    case .full:
      // Only half fits on the full disk; the app must remove it again.
      device.disk[path, default: Data()].append(data.prefix(data.count / 2))
      throw FileSystemError.full
    case .none: device.disk[path, default: Data()].append(data)
    }
    device.readRecords(from: data, path)
    if isDying { throw dead("after a write") }
  }

  /// The data of a torn write: it ends early, or the rest is zero, or one bit is wrong.
  private func torn(_ data: Data, at kept: Int) -> Data {
    switch world.dice.next() % 3 {
    case 0: return data.prefix(kept)
    case 1: return data.prefix(kept) + Data(repeating: 0, count: data.count - kept)
    default:
      // Change a digit by one bit, so that the JSON stays readable.
      var spoilt = Data(data)
      let digits = spoilt.indices.filter { (0x30...0x39).contains(spoilt[$0]) }
      if let index = digits.isEmpty ? nil : digits[Int(world.dice.next() % UInt64(digits.count))] { spoilt[index] ^= 1 }
      return spoilt
    }
  }

  func truncate(_ path: String, to length: Int) throws {
    try check()
    guard let data = device.disk[path] else { throw FileSystemError.other(code: 2) }
    if data.count > length { device.disk[path] = Data(data.prefix(length)) }
  }

  func move(_ path: String, to destination: String) throws {
    try check()
    let moved = device.disk.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
    if moved.isEmpty { throw FileSystemError.other(code: 2) }
    for (key, data) in moved {
      device.disk[key] = nil
      device.disk[destination + key.dropFirst(path.count)] = data
    }
  }

  func remove(_ path: String) throws {
    try check()
    device.erases(path)
    for key in device.disk.keys where key == path || key.hasPrefix(path + "/") { device.disk[key] = nil }
  }

  func list(_ folder: String) throws -> [String] {
    try check()
    return device.names(in: folder)
  }

  private enum Strike { case before, within, full }

  private var isDying = false

  private func strikes(_ path: String) throws -> Strike? {
    if world.strikes(.diskFull, 0.02) {
      if path.hasSuffix(".journal") { return .full }
      throw FileSystemError.full
    }
    guard world.strikes(.tornWrite, 0.012) else { return nil }
    switch world.dice.next() % 4 {
    case 0: return .before
    case 1:
      isDying = true
      return nil
    default: return path.hasSuffix(".journal") ? .within : .before
    }
  }

  private func dead(_ moment: String) -> FileSystemError {
    die(moment)
    return .other(code: 5)
  }

  private func check() throws { if isDead { throw FileSystemError.other(code: 5) } }

  // MARK: Credentials

  func read(_ key: String) throws -> Secret? {
    try check()
    if world.strikes(.lockedSecrets, 0.05) { throw FileSystemError.locked }
    return device.secrets[key]
  }

  func write(_ secret: Secret, key: String) throws {
    try check()
    device.secrets[key] = secret
    if world.strikes(.kill, 0.02) { throw dead("after keeping credentials") }
  }

  func delete(_ key: String) throws {
    try check()
    device.secrets[key] = nil
  }
}
