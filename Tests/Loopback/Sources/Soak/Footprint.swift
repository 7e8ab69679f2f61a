import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The memory of a process.
struct Footprint {
  /// Bytes.
  let resident: Int
  /// Open file descriptors.
  let files: Int

  static func now() -> Footprint {
    trim()
    let pages = text("/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    return Footprint(resident: pages * 4096, files: files)
  }

  /// Freed memory goes back to the system first: the rest is in use. (The function is in no header that is imported.)
  private static func trim() {
    #if canImport(Glibc)
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    #endif
  }

  /// The highest resident size so far, in bytes.
  static func peak() -> Int {
    let line = text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

/// The growth of a process over rounds of requests.
struct Growth: Codable {
  struct Files: Codable {
    let before: Int
    let after: Int

    /// Connections that are kept may come and go; a leak of one descriptor per fault would be hundreds. Without a count nothing is
    /// flat; only Linux has one.
    var areFlat: Bool {
      #if os(Linux)
        before > 0 && after <= before + 16
      #else
        true
      #endif
    }
  }

  /// The growth of the resident memory in each round.
  let bytes: [Int]
  let files: Files

  fileprivate var median: Int {
    let sorted = bytes.sorted()
    return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// Whether what the default transport leaves behind is no more than what bare URLSession does.
struct Verdict {
  let requests: Int
  let bare: Growth
  let ours: Growth

  /// Pages come and go for reasons that have nothing to do with a request: below 200 bytes a request both count as
  /// equal. Bare URLSession itself grows by some 150 bytes a request without end.
  private var floor: Int { 200 * requests }

  private var memoryIsFlat: Bool { Double(ours.median) <= 1.1 * Double(max(bare.median, floor)) }
  var isGood: Bool { memoryIsFlat }

  var text: String {
    """
    soak: \(ours.bytes.count) rounds of \(requests) requests for each
    resident growth per round, median: bare \(bare.median >> 10) KB, ours \(ours.median >> 10) KB (floor \(floor >> 10) KB)\(memoryIsFlat ? "" : " FAILED")
    per round, bare: \(bare.bytes.map { $0 >> 10 }), ours: \(ours.bytes.map { $0 >> 10 })
    """
  }
}
