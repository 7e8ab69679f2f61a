/// CRC-32 as in IEEE 802.3: finds torn and rotten files, not forgeries.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  static func crc32(_ data: some Sequence<UInt8>) -> UInt32 {
    data.withContiguousStorageIfAvailable(crc32) ?? crc32(Array(data))
  }

  private static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
      return ~sum
    }
  }
}
