/// Several ways to do something with the same input, measured in turns so that whatever else the machine does meets all alike.
public struct Comparison: Sendable {
  /// One way. It returns how much it made, so that nothing of it can be left out, and so that all are seen to do their work.
  public struct Contender: Sendable {
    let name: String
    let expected: Int
    let work: @Sendable () async throws -> Int

    public init(_ name: String, makes expected: Int, _ work: @escaping @Sendable () async throws -> Int) {
      self.name = name
      self.expected = expected
      self.work = work
    }
  }

  public struct WrongResult: Error {
    let contender: String
    let made: Int
  }

  let name: String
  let contenders: [Contender]

  /// - Parameter contenders: the first is what the others are compared with.
  public init(_ name: String, _ contenders: [Contender]) {
    self.name = name
    self.contenders = contenders
  }

  /// Prints one line: the median of each, and its ratio to the first.
  public func run(rounds: Int) async throws {
    var times = [[Duration]](repeating: [], count: contenders.count)
    for round in 0...rounds {
      for (index, contender) in contenders.enumerated() {
        let clock = ContinuousClock()
        let start = clock.now
        let made = try await contender.work()
        let time = clock.now - start
        guard made == contender.expected else { throw WrongResult(contender: contender.name, made: made) }
        // The first round only warms up.
        if round > 0 { times[index].append(time) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let parts = zip(contenders, medians).enumerated().map { index, pair in
      let ratio = index == 0 ? "" : " (\(Self.rounded(pair.1 / medians[0]))x)"
      return "\(pair.0.name) \(Self.milliseconds(pair.1))\(ratio)"
    }
    print("\(name): \(parts.joined(separator: ", ")); medians of \(rounds)")
  }

  private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

  private static func milliseconds(_ time: Duration) -> String {
    "\(rounded(Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15)) ms"
  }
}
