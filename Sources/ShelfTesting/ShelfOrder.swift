import MediaTesting

/// A sort key in the order of the server's database: null, numbers, text without regard to the case of ASCII letters.
enum ShelfKey: Comparable {
  case null
  case number(Double)
  case text([UInt8])

  init(_ number: Double?) { self = number.map(ShelfKey.number) ?? .null }

  init(_ text: String?) {
    self = text.map { .text($0.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) } ?? .null
  }

  static func < (a: ShelfKey, b: ShelfKey) -> Bool {
    switch (a, b) {
    case (.null, .null): false
    case (.null, _): true
    case (_, .null): false
    case (.number(let x), .number(let y)): x < y
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let x), .text(let y)): x.lexicographicallyPrecedes(y)
    }
  }
}

extension Array {
  /// Sorted by several keys; what is equal keeps its place, forward and back.
  func sorted(by keys: (Element) -> [ShelfKey], descending: Bool) -> [Element] {
    let keyed = enumerated().map { (offset: $0.offset, keys: keys($0.element), element: $0.element) }
    return keyed.sorted { a, b in
      for (x, y) in zip(a.keys, b.keys) {
        if x < y { return !descending }
        if y < x { return descending }
      }
      return a.offset < b.offset
    }.map(\.element)
  }
}
