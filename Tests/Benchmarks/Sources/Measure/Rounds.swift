/// Several ways to do the same, measured in turns, so that other work of the machine meets all of them alike.
public enum Rounds {
  /// The usual number of rounds; one more comes first, which only warms up.
  public static let count = 9

  /// - Parameter ways: each does its work once and returns the seconds that it took.
  /// - Returns: the median of each way.
  public static func medians(
    isolation: isolated (any Actor)? = #isolation, rounds: Int = count, warmUp: Int = 1,
    _ ways: [() async throws -> Double]
  ) async throws -> [Double] {
    var times = [[Double]](repeating: [], count: ways.count)
    for round in 0..<rounds + warmUp {
      for (index, way) in ways.enumerated() {
        let time = try await way()
        if round >= warmUp { times[index].append(time) }
      }
    }
    return times.map { median($0) }
  }

  /// The median of ours over that of the peer.
  public static func ratio(
    isolation: isolated (any Actor)? = #isolation, rounds: Int = count, clock: Clock = .processor,
    ours: @escaping () throws -> Void, peer: @escaping () throws -> Void
  ) async throws -> Double {
    let medians = try await medians(rounds: rounds, [{ try clock.time(ours) }, { try clock.time(peer) }])
    return medians[0] / medians[1]
  }

  public static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// Keeps the optimizer from leaving out work whose result is not read.
@inline(never)
public func keep<Value>(_ value: Value) {}
