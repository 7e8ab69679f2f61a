import Foundation
import HubTesting
import MediaCore

/// Files in memory that record each change, to repeat any number of them on another disk.
final class RecordedFiles: FileSystem {
  typealias Step = @Sendable (MemoryFileSystem) throws -> Void

  private let base: MemoryFileSystem
  private let recorded = Locked<[Step]>([])

  init(_ start: MemoryFileSystem = MemoryFileSystem()) { base = MemoryFileSystem(start.contents) }

  var steps: [Step] { recorded.withLock { $0 } }

  /// The disk of a device that dies after these changes.
  static func disk(
    _ steps: some Sequence<Step>, on start: MemoryFileSystem = MemoryFileSystem()
  ) throws -> MemoryFileSystem {
    let disk = MemoryFileSystem(start.contents)
    for step in steps { try step(disk) }
    return disk
  }

  private func make(_ step: @escaping Step) throws {
    try step(base)
    recorded.withLock { $0.append(step) }
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func replace(_ path: String, with data: Data) throws { try make { try $0.replace(path, with: data) } }
  func append(_ data: Data, to path: String) throws { try make { try $0.append(data, to: path) } }
  func truncate(_ path: String, to length: Int) throws { try make { try $0.truncate(path, to: length) } }
  func move(_ path: String, to destination: String) throws { try make { try $0.move(path, to: destination) } }
  func remove(_ path: String) throws { try make { try $0.remove(path) } }
}
