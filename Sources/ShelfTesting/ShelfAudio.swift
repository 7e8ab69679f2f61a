import Foundation
import MediaTesting

/// Playable MP3: one quiet tone, a different one for each file, 64 kbit/s, 48 kHz, mono. The sample worlds describe their files so,
/// and therefore length and size agree.
enum ShelfAudio {
  /// An ID3v2.3 tag that contains only padding.
  static let head: [UInt8] = [0x49, 0x44, 0x33, 0x03, 0, 0, 0, 0, 0x03, 0x1D] + [UInt8](repeating: 0, count: 413)

  /// Two frames of 24 ms, which continue the tone when repeated: a steady tone changes its sign every other granule.
  static func frames(of seed: UInt64) -> Data {
    let pair = 5 + Int(seed % 16)
    return frame(pair: pair, isNegative: false) + frame(pair: pair, isNegative: true)
  }

  /// - Parameter pair: the pair of the 576 spectral lines, 42 Hz each, at which the tone is.
  private static func frame(pair: Int, isNegative: Bool) -> Data {
    var bits = ShelfBits()
    bits.put(0xFFFB_54C0, 32)  // MPEG 1, layer III, no checksum, 64 kbit/s, 48 kHz, mono
    bits.put(0, 9 + 5 + 4)  // main_data_begin 0, private bits, no shared scale factors
    for _ in 0..<2 {
      bits.put(UInt32(pair + 3), 12)  // part2_3_length: bits of sound in this granule
      bits.put(UInt32(pair + 1), 9)  // big_values: pairs of spectral lines that follow
      bits.put(198, 8)  // global_gain: loudness
      bits.put(0, 4 + 1)  // no scale factors, long blocks
      for _ in 0..<3 { bits.put(1, 5) }  // the smallest code table
      bits.put(0, 4 + 3 + 3)
    }
    for _ in 0..<2 {
      for _ in 0..<pair { bits.put(1, 1) }  // a pair of silent lines
      bits.put(0b01, 2)  // code of the pair (1, 0): the tone, before its sign
      bits.put(isNegative ? 1 : 0, 1)
    }
    return bits.padded(to: 192)
  }
}

/// A writer of bits, the highest first.
private struct ShelfBits {
  private var bytes: [UInt8] = []
  private var count = 0

  mutating func put(_ value: UInt32, _ length: Int) {
    for place in stride(from: length - 1, through: 0, by: -1) {
      if count % 8 == 0 { bytes.append(0) }
      if place < 32, value >> UInt32(place) & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }

  func padded(to length: Int) -> Data { Data(bytes) + Data(count: length - bytes.count) }
}
