import Foundation

/// Whether a row of readings stays flat.
enum Judgement {
  /// Descriptors that may come and go between two rests: connections that are kept for the next request.
  static let spareDescriptors = 4
  /// Caches fill during the first minutes of a launch.
  static let spareMegabytes = 8.0
  /// An account's answers, queues and caches, some forty files, come and go with its sign-ins.
  static let spareFiles = 40
  /// A few downloads of short episodes.
  static let spareBytes = 4 << 20

  /// A line for each resource that grew from the second quarter of the readings to their end.
  static func failures(_ readings: [Reading]) -> [String] {
    guard readings.count >= 8 else { return ["too few readings: \(readings.count)"] }
    let count = readings.count
    let second = readings[count / 4..<count / 2]
    let (half, last) = (readings[(count / 2)...], readings[(count * 3 / 4)...])
    var failures: [String] = []
    func check(_ name: String, _ before: Double, _ after: Double, atMost limit: Double) {
      if after > limit {
        failures.append(
          "\(name): \(text(before)) in the second quarter, \(text(after)) at the end, at most \(text(limit))")
      }
    }
    let descriptors = second.map(\.descriptors).max() ?? 0
    check(
      "descriptors", Double(descriptors), Double(half.map(\.descriptors).max() ?? 0),
      atMost: Double(descriptors + spareDescriptors))
    let megabytes = median(second.map(\.megabytes))
    check(
      "memory in MB", megabytes, median(last.map(\.megabytes)), atMost: max(megabytes * 1.1, megabytes + spareMegabytes)
    )
    let files = median(second.map { Double($0.files) })
    check(
      "files", files, median(last.map { Double($0.files) }), atMost: max(files * 1.1, files + Double(spareFiles)))
    let bytes = median(second.map { Double($0.bytes) })
    check(
      "bytes of files", bytes, median(last.map { Double($0.bytes) }),
      atMost: max(bytes * 1.1, bytes + Double(spareBytes)))
    return failures
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
