package import Foundation
package import MediaCore

/// Files that count the reading operations of one process.
package final class CountedFileSystem: FileSystem {
  private let base: any FileSystem
  private let state = Locked((operations: [String](), bytes: 0))

  package init(_ base: any FileSystem) { self.base = base }

  /// The operations so far, each with its path.
  package var operations: [String] { state.withLock { $0.operations } }
  /// The number of bytes that were read.
  package var bytes: Int { state.withLock { $0.bytes } }

  private func note(_ operation: String, _ bytes: Int = 0) {
    state.withLock { state in
      state.operations.append(operation)
      state.bytes += bytes
    }
  }

  package func read(_ path: String) throws -> Data? {
    let data = try base.read(path)
    note("read \(path)", data?.count ?? 0)
    return data
  }
  package func size(of path: String) throws -> Int? {
    note("size \(path)")
    return try base.size(of: path)
  }
  package func list(_ folder: String) throws -> [String] {
    note("list \(folder)")
    return try base.list(folder)
  }
  package func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  package func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  package func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  package func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  package func remove(_ path: String) throws { try base.remove(path) }
}
