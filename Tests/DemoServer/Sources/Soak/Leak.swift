import Foundation

/// Leaks, loses and hangs on purpose, so that a run can show that the checks notice it.
@MainActor
final class Leak {
  enum Kind: String { case descriptors, memory, files, changes, calls }

  private let kind: Kind?
  private let folder: URL
  private var kept: [[UInt8]] = []
  private var count = 0

  init(_ kind: Kind?, in folder: URL) { (self.kind, self.folder) = (kind, folder) }

  /// Whether a call that never ends is due: once in a run with `calls`.
  var hangs: Bool { kind == .calls && count == 1 }

  /// Leaks a descriptor, 256 KB or a file, or notes a change that no server gets.
  func leak(_ ledger: Ledger, _ owner: Ledger.Owner) {
    count += 1
    switch kind {
    case .descriptors: _ = open("/dev/null", O_RDONLY)
    case .memory: kept.append([UInt8](repeating: 1, count: 256 << 10))
    case .files: try? Data("left".utf8).write(to: folder.appendingPathComponent("left-\(count)"))
    case .changes: if count == 1 { ledger.note("bookmark that nobody set", .text("there"), of: owner) }
    case .calls, nil: break
    }
  }
}
