import Foundation

@testable import MediaCore

/// A second process on a device's folder, which only reads. Each attempt to write is a violation.
///
/// `@unchecked Sendable`: one simulation is one thread.
final class WidgetProcess: TimeSource, FileSystem, SecretStore, @unchecked Sendable {
  private let device: SimulatedDevice
  private let world: SimulatedWorld

  init(_ device: SimulatedDevice, in world: SimulatedWorld) {
    self.device = device
    self.world = world
  }

  func now() -> Date { world.serverNow + device.skew }
  func uptime() -> Duration { world.scheduler.now }
  func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    throw CancellationError()
  }

  func read(_ path: String) throws -> Data? { device.readDisk(path) }
  func list(_ folder: String) throws -> [String] { device.names(in: folder) }
  func read(_ key: String) throws -> Secret? { device.secrets[key] }

  func replace(_ path: String, with data: Data) throws { try refuse(path) }
  func append(_ data: Data, to path: String) throws { try refuse(path) }
  func truncate(_ path: String, to length: Int) throws { try refuse(path) }
  func move(_ path: String, to destination: String) throws { try refuse(path) }
  func remove(_ path: String) throws { try refuse(path) }
  func write(_ secret: Secret, key: String) throws { try refuse(key) }
  func delete(_ key: String) throws { try refuse(key) }

  private func refuse(_ name: String) throws {
    world.violation("\(device.name)'s widget writes \(name)")
    throw FileSystemError.other(code: 1)
  }
}
