import Foundation

/// Long runs try everything there is (`.ci/long-runs`); `swift test` tries a sample that takes a reasonable time.
package enum LongRuns {
  /// Set by `LONG_RUNS=1`.
  package static let isOn = ProcessInfo.processInfo.environment["LONG_RUNS"] == "1"

  /// All of `cases` in a long run, otherwise each `stride`th, beginning with the first. A stride that is prime to the lengths of
  /// the parts meets different ones in each.
  package static func all<Case>(of cases: [Case], orEach stride: Int) -> [Case] {
    isOn ? cases : Swift.stride(from: 0, to: cases.count, by: stride).map { cases[$0] }
  }
}
