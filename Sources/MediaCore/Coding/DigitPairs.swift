/// Eight bytes of a text with digits and signs at fixed places, checked and read at once: most of the time of reading a date
/// would be spent on looking at its bytes one by one.
struct DigitPairs {
  /// The places of the signs. The first byte of the text is the lowest one.
  struct Form {
    /// The signs, and `0` where a digit has to be.
    let signs: UInt64
    /// Added to a byte's difference from ``signs``, this sets its highest bit when the byte is neither a digit nor the sign.
    let bounds: UInt64

    /// `yyyy-MM-`
    static var month: Form { Form(signs: 0x2D30_302D_3030_3030, bounds: 0x7F76_767F_7676_7676) }
    /// `HH:mm:ss`
    static var time: Form { Form(signs: 0x3030_3A30_303A_3030, bounds: 0x7676_7F76_767F_7676) }
  }

  /// Each byte is the number that its digit and the next one write.
  private let numbers: UInt64

  /// The bytes from `start` on, all of which have to be there; nil when they are of another form.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int, _ form: Form) {
    let text = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    let digits = text ^ form.signs
    let highest: UInt64 = 0x8080_8080_8080_8080
    guard (digits | ((digits & ~highest) &+ form.bounds)) & highest == 0 else { return nil }
    numbers = digits &* 10 &+ digits >> 8
  }

  /// The number that the digits at `place` and behind it write.
  subscript(place: Int) -> Int { Int(truncatingIfNeeded: numbers >> UInt64(8 * place) & 0xFF) }
}
