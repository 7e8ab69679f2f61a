/// One value of a document, or one name of a member, on a ``JSONTape``.
///
/// From the lowest bit: 3 bits kind, 1 bit for escapes, 28 bits length, 32 bits place.
/// - A text or a number has its length and its offset in bytes; the escape bit says that the text has escapes.
/// - An array or an object has the number of entries up to its end, itself counted. The place of an object is the entry
///   at which the next search for a member begins; the escape bit says that a name in it has escapes.
///   Behind its entry stand two with its ``NameFilter``.
/// - A name is a text in front of its value. A name that is given again further on is `superseded`.
struct TapeEntry {
  struct Kind: Equatable {
    let bits: UInt64

    static var superseded: Kind { Kind(bits: 0) }
    static var object: Kind { Kind(bits: 1) }
    static var array: Kind { Kind(bits: 2) }
    static var text: Kind { Kind(bits: 3) }
    static var number: Kind { Kind(bits: 4) }
    static var yes: Kind { Kind(bits: 5) }
    static var no: Kind { Kind(bits: 6) }
    static var null: Kind { Kind(bits: 7) }
  }

  private(set) var bits: UInt64

  /// Half of a ``NameFilter``.
  init(bits: UInt64) { self.bits = bits }

  init(_ kind: Kind, length: Int, place: Int, hasEscapes: Bool = false) {
    bits = kind.bits | (hasEscapes ? 8 : 0) | UInt64(length) << 4 | UInt64(place) << 32
  }

  var kind: Kind { Kind(bits: bits & 7) }
  var hasEscapes: Bool { bits & 8 != 0 }
  var length: Int { Int(bits >> 4 & 0xFFF_FFFF) }
  var place: Int { Int(bits >> 32) }

  /// Compares kind, escapes and length at once.
  func isPlainText(of length: Int) -> Bool { bits & 0xFFFF_FFFF == Kind.text.bits | UInt64(length) << 4 }

  mutating func move(to place: Int) { bits = bits & 0xFFFF_FFFF | UInt64(place) << 32 }
  mutating func supersede() { bits &= ~7 }
}
