import Foundation
import TestSupport
import Testing

/// The processor time and the memory of one case. Only a long run counts them: it is alone in its process.
enum Meter {
  static let mostSeconds = 1.0
  /// A slow machine may take this many times what Foundation needs there to read two megabytes of JSON.
  static let mostReferences = 3.0
  static let mostBytes = 50 << 20

  static func measure<Result>(
    _ comment: Comment, _ body: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
  ) async rethrows -> Result {
    guard LongRuns.isOn else { return try await body() }
    let before = usage()
    let result = try await body()
    var after = usage()
    var seconds = after.seconds - before.seconds
    if seconds >= mostSeconds, seconds >= mostReferences * reference() {
      // Measure again: other work on the machine may have slowed the first try.
      let again = usage()
      _ = try await body()
      after = usage()
      seconds = after.seconds - again.seconds
      #expect(
        seconds < mostSeconds || seconds < mostReferences * reference(), comment, sourceLocation: sourceLocation)
    }
    #expect(after.bytes - before.bytes < mostBytes, comment, sourceLocation: sourceLocation)
    return result
  }

  /// The processor time of a fixed piece of work, in seconds.
  private static func reference() -> Double {
    let text = Data(("[" + String(repeating: "{\"key\": [1.5, true, \"text\"]},", count: 72_000) + "0]").utf8)
    let before = usage().seconds
    _ = try? JSONSerialization.jsonObject(with: text)
    return usage().seconds - before
  }

  /// The processor time so far, and the most memory that was ever in use.
  private static func usage() -> (seconds: Double, bytes: Int) {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let bytes = usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      let bytes = usage.ru_maxrss
    #endif
    let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
    return (times.reduce(0, +), Int(bytes))
  }
}
