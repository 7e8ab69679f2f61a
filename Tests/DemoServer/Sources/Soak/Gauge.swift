import Foundation

/// The resources that this process holds at one moment.
struct Reading: Sendable {
  /// Minutes since the start.
  var minute: Double
  var descriptors: Int
  var threads: Int
  /// Resident memory after the allocator has given its caches back.
  var megabytes: Double
  var files: Int
  var bytes: Int
}

/// Reads what this process holds: `/proc/self`, and a folder.
struct Gauge {
  private let folder: URL
  private let start = ContinuousClock.now

  init(_ folder: URL) { self.folder = folder }

  /// Minutes since this gauge was made.
  var minute: Double {
    let passed = start.duration(to: .now).components
    return (Double(passed.seconds) + Double(passed.attoseconds) / 1e18) / 60
  }

  func read() -> Reading {
    Self.trim()
    let found = files()
    return Reading(
      minute: minute, descriptors: Self.descriptors().count, threads: Self.threads, megabytes: Self.megabytes,
      files: found.count, bytes: found.values.reduce(0, +))
  }

  /// The files below the folder with their sizes, by path.
  func files() -> [String: Int] {
    guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return [:] }
    var sizes: [String: Int] = [:]
    for case let path as String in walk where walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
      sizes[path] = (walk.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0
    }
    return sizes
  }

  /// The file, socket or pipe behind each open descriptor, without the descriptor that reads the list.
  static func descriptors() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    // The link of the descriptor that read the list is gone by now.
    return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
  }

  /// Seconds of processor time that this process has used.
  static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  private static var megabytes: Double {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    let pages = words.count > 1 ? Double(words[1]) ?? 0 : 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// Gives the allocator's unused memory back to the system, where the allocator can.
  private static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> Int32
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
