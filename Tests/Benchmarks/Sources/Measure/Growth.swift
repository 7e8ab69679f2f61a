import Foundation

/// The way in which a cost grows with the number of elements.
public enum Growth {
  /// The exponent of the curve that fits best: 1 for a cost that grows with the number, 2 with its square.
  public static func exponent(_ points: [(count: Double, seconds: Double)]) -> Double {
    let logs = points.filter { $0.count > 0 && $0.seconds > 0 }.map { (x: log($0.count), y: log($0.seconds)) }
    guard logs.count > 1 else { return .nan }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let slope = logs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
    return slope / logs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
  }

  /// Measures at each size, smallest first, and leaves the larger ones out once one of them would take too long.
  /// - Parameter patience: seconds for one measurement.
  public static func points(
    isolation: isolated (any Actor)? = #isolation, _ sizes: [Int], patience: Double = 20,
    _ seconds: (Int) async throws -> Double
  ) async rethrows -> [(count: Double, seconds: Double)] {
    var points: [(count: Double, seconds: Double)] = []
    for size in sizes {
      if let last = points.last {
        let slope = points.count > 1 ? exponent(points) : 1
        if last.seconds * pow(Double(size) / last.count, max(1, slope)) > patience { break }
      }
      points.append((Double(size), try await seconds(size)))
    }
    return points
  }

  public static func text(_ points: [(count: Double, seconds: Double)]) -> String {
    points.map { "\(Int($0.count)): \(($0.seconds * 1000).short) ms" }.joined(separator: ", ")
  }
}
