/// The bound that a figure has to keep.
public enum Goal: Sendable, CustomStringConvertible {
  case atMost(Double)
  case atLeast(Double)

  public func isMet(by figure: Double) -> Bool {
    switch self {
    case .atMost(let bound): figure <= bound
    case .atLeast(let bound): figure >= bound
    }
  }

  /// Whether the figure falls short so narrowly that other work of the machine can be the reason.
  func isNearlyMet(by figure: Double) -> Bool {
    switch self {
    case .atMost(let bound): figure > bound && figure <= 2 * bound
    case .atLeast(let bound): figure < bound && figure >= bound / 2
    }
  }

  /// The figure that is nearer to the goal, or further beyond it.
  func better(_ a: Double, _ b: Double) -> Double {
    if a.isNaN || b.isNaN { return a.isNaN ? b : a }
    switch self {
    case .atMost: return min(a, b)
    case .atLeast: return max(a, b)
    }
  }

  public var description: String {
    switch self {
    case .atMost(let bound): "<=\(bound.short)"
    case .atLeast(let bound): ">=\(bound.short)"
    }
  }
}

extension Double {
  /// The number with three significant digits.
  public var short: String {
    guard isFinite else { return "\(self)" }
    let digits = abs(self) >= 100 ? 0 : abs(self) >= 10 ? 1 : abs(self) >= 1 ? 2 : 3
    let scale = [1.0, 10, 100, 1000][digits]
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
