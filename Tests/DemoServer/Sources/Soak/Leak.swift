import Foundation

/// Leaks on purpose, so that a run can show that the checks notice a leak.
@MainActor
final class Leak {
  enum Kind: String { case descriptors, memory, files }

  private let kind: Kind?
  private let folder: URL
  private var kept: [[UInt8]] = []
  private var count = 0

  init(_ kind: Kind?, in folder: URL) { (self.kind, self.folder) = (kind, folder) }

  /// Leaks a descriptor, 256 KB or a file.
  func leak() {
    count += 1
    switch kind {
    case .descriptors: _ = open("/dev/null", O_RDONLY)
    case .memory: kept.append([UInt8](repeating: 1, count: 256 << 10))
    case .files: try? Data("left".utf8).write(to: folder.appendingPathComponent("left-\(count)"))
    case nil: break
    }
  }
}
