extension Report {
  /// A line about the growth of a cost with the number of elements: the fitted exponent is to be 1.1 at most.
  /// - Parameter seconds: the cost of so many elements; what is over soon is measured three times.
  public func scale(
    isolation: isolated (any Actor)? = #isolation, _ name: String, _ sizes: [Int], most: Double = 1.1,
    patience: Double = 20, _ seconds: (Int) async throws -> Double
  ) async {
    await line("scale.\(name)", .atMost(most), feel: "large collections stay as quick as small ones") {
      let points = try await Growth.points(sizes, patience: patience) { size in
        var times = [try await seconds(size)]
        while times.count < 3, size <= 10_000 || times[0] < 0.2 { times.append(try await seconds(size)) }
        return Rounds.median(times)
      }
      note(Growth.text(points))
      return Growth.exponent(points)
    }
  }
}
