/// The names of one object while it is parsed. Of two equal names the last one counts, so the earlier one is marked; then no
/// search has to look for a second.
struct JSONNames {
  private let object: Int
  private var count = 0
  /// Slots of the names that were compared one by one.
  private var seen = NameFilter()
  private(set) var haveEscapes = false

  /// Up to so many names, one whose slot was seen before is compared with all names before it.
  private static let few = 64

  init(object: Int) { self.object = object }

  /// The names that the object may have: all, where they were not compared one by one.
  var filter: NameFilter { isLarge ? .all : seen }

  private var isLarge: Bool { count > Self.few || haveEscapes }

  mutating func add(_ name: Int, _ tape: JSONTape) {
    count += 1
    if tape[name].hasEscapes { haveEscapes = true }
    if isLarge { return }
    let slot = NameFilter.slot(tape.slice(tape[name]))
    if seen.contains(slot) { supersede(earlierThan: name, tape) }
    seen.insert(slot)
  }

  private func supersede(earlierThan name: Int, _ tape: JSONTape) {
    let text = tape.slice(tape[name])
    var index = JSONTape.firstMember(of: object)
    while index < name {
      let other = tape[index]
      if other.isPlainText(of: text.count), tape.slice(other).elementsEqual(text) { return tape[index].supersede() }
      index = tape.next(index + 1)
    }
  }

  /// Called after the last name. Many names, or names with escapes, are compared by a hash that no server can foresee.
  func end(_ tape: JSONTape) {
    guard isLarge else { return }
    var last: [[UInt8]: Int] = [:]
    for name in tape.names(of: object) {
      let text = tape.withText(name) { Array($0) } ?? []
      if let earlier = last.updateValue(name, forKey: text) { tape[earlier].supersede() }
    }
  }
}

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
