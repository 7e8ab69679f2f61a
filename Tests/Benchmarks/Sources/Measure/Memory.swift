import Foundation

/// The resident memory of this process, in bytes.
public enum Memory {
  public static var resident: Int {
    (text("/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  /// The highest resident size since the last ``resetPeak()``.
  public static var peak: Int {
    let line = text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  public static func resetPeak() { try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }

  /// Gives freed memory back to the system, so that the rest is in use. (No imported header has the function.)
  public static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }

  /// The bytes by which the resident size grows, at its highest, while `work` runs.
  public static func peakGrowth(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Void
  ) async rethrows -> Int {
    trim()
    resetPeak()
    let before = resident
    try await work()
    return max(0, peak - before)
  }

  private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
