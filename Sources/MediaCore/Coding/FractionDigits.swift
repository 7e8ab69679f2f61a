/// The digits of a text behind its decimal point, the first eight of them checked and read at once, like those of
/// ``DigitPairs``.
struct FractionDigits {
  /// The fraction, 0 ..< 1. Digits from the tenth on are left out: a date cannot tell them apart.
  let fraction: Double
  /// The place behind the last digit.
  let end: Int

  /// The digits from `start` on; nil when there is none. The text has eight bytes at least.
  init?(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    guard start < bytes.count else { return nil }
    // If fewer than eight bytes follow `start`, load the last eight and shift out those before `start`. The zero bytes that the shift
    // brings in are no digits, so the count below ends at them.
    let place = min(start, bytes.count - 8)
    let text = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    var digits = (text >> UInt64(8 * (start - place))) ^ 0x3030_3030_3030_3030
    let highest: UInt64 = 0x8080_8080_8080_8080
    let others = (digits | ((digits & ~highest) &+ 0x7676_7676_7676_7676)) & highest
    let count = others.trailingZeroBitCount / 8
    guard count > 0 else { return nil }
    if count < 8 { digits &= (1 << UInt64(8 * count)) &- 1 }
    // Combine the digits in twos, then fours, then all eight. The first digit is in the lowest byte.
    digits = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits >> 16) & 0x0000_FFFF_0000_FFFF
    let number = Int(truncatingIfNeeded: (digits &* 10_000 &+ digits >> 32) & 0xFFFF_FFFF)
    var end = start + count
    guard count == 8, end < bytes.count, bytes[end] &- 0x30 < 10 else {
      (fraction, self.end) = (Double(number) / 1e8, end)
      return
    }
    fraction = Double(number * 10 + Int(bytes[end] &- 0x30)) / 1e9
    while end < bytes.count, bytes[end] &- 0x30 < 10 { end += 1 }
    self.end = end
  }
}
