/// The values that the device showed as accepted: the servers must have them once the network is whole and everything was sent.
@MainActor
final class Ledger {
  enum Value: Equatable, CustomStringConvertible {
    case text(String)
    /// Seconds; the server may differ by two.
    case position(Double)
    case gone

    var description: String {
      switch self {
      case .text(let text): text
      case .position(let seconds): "\(seconds) s"
      case .gone: "gone"
      }
    }

    func agrees(with other: Value?) -> Bool {
      switch (self, other) {
      case (.position(let own), .position(let other)?): abs(own - other) <= 2
      case (.position(let own), nil): own <= 2
      case (.gone, nil): true
      default: self == other
      }
    }
  }

  struct Owner: Hashable {
    var service: String
    var account: String
  }

  private var values: [Owner: [String: Value]] = [:]

  /// The number of values by the first word of their names.
  var counts: [String: Int] {
    let words = values.values.flatMap(\.keys).map { String($0.prefix { $0 != " " }) }
    return Dictionary(grouping: words) { $0 }.mapValues(\.count)
  }

  func note(_ what: String, _ value: Value, of owner: Owner) { values[owner, default: [:]][what] = value }

  /// Drops the values whose names begin with `prefix`, or all: a server may lack them, so that comparing them could fail without a fault.
  func forget(_ prefix: String = "", of owner: Owner) {
    values[owner] = values[owner]?.filter { !$0.key.hasPrefix(prefix) }
  }

  func expected(of owner: Owner) -> [String: Value] { values[owner] ?? [:] }

  /// A line for each value that the server does not have.
  func differences(of owner: Owner, from actual: [String: Value]) -> [String] {
    expected(of: owner).sorted { $0.key < $1.key }.compactMap { what, value in
      value.agrees(with: actual[what])
        ? nil
        : "lost: \(owner.service) of \(owner.account): \(what) was \(value), the server has \(actual[what].map { "\($0)" } ?? "nothing")"
    }
  }
}
