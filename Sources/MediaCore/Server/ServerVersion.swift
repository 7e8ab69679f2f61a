/// The version of a server, such as `2.26.3`. Use the version only for server behaviour that cannot be detected in another way.
public struct ServerVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  private var numbers: [Int]

  /// Creates a version from its numbers.
  public init(_ major: Int, _ minor: Int, _ patch: Int = 0) { numbers = [major, minor, patch] }

  /// Reads the version in a text; nil if the text does not begin with numbers. A leading `v` and a suffix such as `-beta` are ignored.
  public init?(_ text: String) {
    let digits = text.drop { $0 == "v" || $0 == "V" }.prefix { $0.isNumber || $0 == "." }
    let numbers = digits.split(separator: ".").prefix(3).map { Int($0) }
    guard let known = numbers as? [Int], !known.isEmpty else { return nil }
    self.numbers = known + [Int](repeating: 0, count: 3 - known.count)
  }

  /// The version without its last number: patches change no behaviour that is asked for here.
  var release: ServerVersion { with(self) { $0.numbers[2] = 0 } }

  public static func < (one: ServerVersion, other: ServerVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }

  public var description: String { numbers.map(String.init).joined(separator: ".") }
}
