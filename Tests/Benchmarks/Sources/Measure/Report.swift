import Foundation

/// Prints one line for each goal and counts those that fall short.
public final class Report: @unchecked Sendable {
  private let prefixes: [String]
  private let lock = NSLock()
  private var shortCount = 0
  private var notes: [String] = []

  /// - Parameter prefixes: the beginnings of the names of the lines to run; none for all.
  public init(prefixes: [String]) { self.prefixes = prefixes }

  /// Whether any line that begins with `group` is to run: ask before making its data.
  public func wants(_ group: String) -> Bool {
    prefixes.isEmpty || prefixes.contains { group.hasPrefix($0) || $0.hasPrefix(group) }
  }

  /// Adds a remark to the line that is being measured: the times behind a ratio.
  public func note(_ text: String) { lock.withLock { notes.append(text) } }

  /// Other work of the machine stays for a while: a second measurement right after the first would meet it too.
  private static let pause = Duration.seconds(20)

  /// Measures and prints a line; a figure that falls short is measured once more after a pause, unless it is off by more than twice
  /// the goal, and the better one counts.
  /// - Parameters:
  ///   - feel: what a user of an app notices of it.
  ///   - isDerived: whether it is computed from what other lines measured, so that a second time would give the same.
  public func line(
    isolation: isolated (any Actor)? = #isolation, _ name: String, _ goal: Goal, feel: String, isDerived: Bool = false,
    _ measure: () async throws -> Double
  ) async {
    guard prefixes.isEmpty || prefixes.contains(where: name.hasPrefix) else { return }
    lock.withLock { notes = [] }
    var figure = Double.nan
    do {
      figure = try await measure()
      if !isDerived, goal.isNearlyMet(by: figure) {
        try await Task.sleep(for: Self.pause)
        let first = figure
        lock.withLock { notes = ["first \(first.short)"] }
        figure = goal.better(first, try await measure())
      }
    } catch { note("failed: \(error)") }
    let isMet = goal.isMet(by: figure)
    let remarks = lock.withLock {
      if !isMet { shortCount += 1 }
      return notes.isEmpty ? "" : " [\(notes.joined(separator: "; "))]"
    }
    print("ratio \(name) \(figure.short) goal \(goal) \(isMet ? "ok" : "SHORT") — \(feel)\(remarks)")
    // Flush, so that each line also appears at once through a pipe.
    fflush(nil)
  }

  /// Makes what the lines of a group need; where that fails, the group falls short.
  public func prepared<Value>(
    isolation: isolated (any Actor)? = #isolation, for group: String, _ make: () async throws -> Value
  ) async -> Value? {
    do { return try await make() } catch {
      lock.withLock { shortCount += 1 }
      print("ratio \(group) nan goal any SHORT — it could not be set up: \(error)")
      return nil
    }
  }

  /// The number of lines that fell short.
  public var shortfalls: Int { lock.withLock { shortCount } }

  /// Ends the program, with 1 when a line fell short.
  public func finish() -> Never { exit(shortfalls == 0 ? 0 : 1) }
}
