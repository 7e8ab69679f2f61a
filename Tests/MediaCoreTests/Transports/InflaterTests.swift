#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import MediaCore

  @Suite("Unpacking a body")
  struct InflaterTests {
    private func unpack(_ bytes: [UInt8], by count: Int, limit: Int = .max) throws -> (
      bytes: [UInt8], isWhole: Bool, isGood: Bool
    ) {
      let inflater = try #require(Inflater())
      var unpacked: [UInt8] = []
      var isGood = true
      for start in stride(from: 0, to: bytes.count, by: count) where isGood {
        isGood = Array(bytes[start..<min(start + count, bytes.count)]).withUnsafeBytes { piece in
          inflater.unpack(piece) { made in
            unpacked += made
            return unpacked.count <= limit
          }
        }
      }
      return (unpacked, inflater.isAtEnd, isGood)
    }

    @Test("gives the same whatever the pieces are, and is at its end with the last byte and not before")
    func pieces() throws {
      let bytes = Array(try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA==")))
      for count in [1, 2, 7, bytes.count] {
        let (unpacked, isWhole, isGood) = try unpack(bytes, by: count)
        #expect(String(decoding: unpacked, as: UTF8.self) == #"{"ok":true}"# && isWhole && isGood)
      }
      for count in 0..<bytes.count {
        let (_, isWhole, isGood) = try unpack(Array(bytes.prefix(count)), by: 64)
        #expect(!isWhole && isGood, "\(count)")
      }
      #expect(try !unpack(bytes + [0], by: 64).isGood)
      #expect(try !unpack(Array("no gzip".utf8), by: 64).isGood)
      #expect(try !unpack(Array(bytes.dropLast(8)) + [1, 2, 3, 4, 11, 0, 0, 0], by: 64).isGood)
    }

    @Test("ends where its taker has enough: the rest is not unpacked")
    func bomb() throws {
      let bomb = Deflated.zeros(megabytes: 64)
      let (unpacked, isWhole, isGood) = try unpack(bomb, by: bomb.count, limit: 1 << 20)
      #expect(!isGood && !isWhole && unpacked.count <= (1 << 20) + (32 << 10))
      let whole = try unpack(Deflated.zeros(megabytes: 2), by: 1000)
      #expect(whole.isGood && whole.isWhole && whole.bytes == [UInt8](repeating: 0, count: 2 << 20))
    }
  }

  /// Zeros in zlib's form, made of fixed codes: a block of one literal and many matches of 258 bytes.
  private enum Deflated {
    static func zeros(megabytes: Int) -> [UInt8] {
      var bits = Bits()
      let count = megabytes << 20
      bits.add(1, 1)
      bits.add(1, 2)
      bits.addReversed(0x30, 8)
      var left = count - 1
      while left >= 258 {
        bits.addReversed(0xC5, 8)
        bits.add(0, 5)
        left -= 258
      }
      for _ in 0..<left { bits.addReversed(0x30, 8) }
      bits.addReversed(0, 7)
      // Adler-32 of zeros: the first sum stays 1, the second equals the count.
      let sum = UInt32(count % 65521) << 16 | 1
      return [0x78, 0x9C] + bits.bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }

    private struct Bits {
      var bytes: [UInt8] = []
      private var used = 8

      mutating func add(_ value: Int, _ count: Int) {
        for index in 0..<count {
          if used == 8 { (used, bytes) = (0, bytes + [0]) }
          bytes[bytes.count - 1] |= UInt8(value >> index & 1) << UInt8(used)
          used += 1
        }
      }

      mutating func addReversed(_ value: Int, _ count: Int) {
        for index in (0..<count).reversed() { add(value >> index & 1, 1) }
      }
    }
  }
#endif
