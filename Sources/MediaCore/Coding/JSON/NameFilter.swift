/// One bit for each of 128 slots into which the names of an object fall. Most names that an object lacks are found missing without
/// a search.
struct NameFilter {
  var low: UInt64 = 0
  var high: UInt64 = 0

  static var all: NameFilter { NameFilter(low: .max, high: .max) }

  /// The slot of a name, from its length and three bytes: servers' names rarely agree in all of them.
  static func slot(_ name: UnsafeRawBufferPointer) -> Int {
    guard let first = name.first else { return 0 }
    let middle = Int(name[name.count / 2])
    let last = Int(name[name.count - 1])
    return (name.count &* 31 &+ Int(first) &* 7 &+ middle &* 11 &+ last &* 59) & 127
  }

  func contains(_ slot: Int) -> Bool { (slot < 64 ? low : high) & 1 << UInt64(slot & 63) != 0 }

  mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 << UInt64(slot) } else { high |= 1 << UInt64(slot & 63) }
  }
}
