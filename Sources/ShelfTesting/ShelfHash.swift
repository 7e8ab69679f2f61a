import Foundation
import MediaTesting

/// A fast hash with the same result in every process, without any cryptographic strength.
enum ShelfHash {
  static func hash(_ data: Data, start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    data.withUnsafeBytes { buffer in
      var hash = start
      var index = 0
      while index + 8 <= buffer.count {
        hash = (hash ^ buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian) &* 0x100_0000_01B3
        hash ^= hash >> 29
        index += 8
      }
      while index < buffer.count {
        hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
        index += 1
      }
      return mixed(hash)
    }
  }

  static func hash(_ text: String, start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    hash(Data(text.utf8), start: start)
  }

  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A tag of 27 characters, as long as the real server's.
  static func entityTag(_ body: Data) -> String {
    "W/\"\(String(body.count, radix: 16))-\(bytes(3, from: hash(body)).base64EncodedString().prefix(27))\""
  }

  /// A number of words of eight bytes, computed from the first.
  static func bytes(_ words: Int, from first: UInt64, step: UInt64 = 0x9E37_79B9_7F4A_7C15) -> Data {
    var value = first
    var bytes = Data(capacity: 8 * words)
    for _ in 0..<words {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      value = mixed(value &+ step)
    }
    return bytes
  }

  /// An id in the form of a version 4 UUID, always the same for the same name.
  static func uuid(_ name: String) -> String {
    let high = hash(name) & ~0xF000 | 0x4000
    let low = hash(name, start: high) & ~(0xC000 << 48) | (0x8000 << 48)
    let hex = [high, low].map { value in
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let cuts = [0, 8, 12, 16, 20, 32]
    return zip(cuts, cuts.dropFirst()).map { String(hex.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
  }
}
