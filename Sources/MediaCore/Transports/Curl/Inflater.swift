#if os(Linux) && !APPLE_STANDINS
  import CCurl

  /// Unpacks one body, piece by piece: what it makes of a piece is never in memory as a whole.
  final class Inflater {
    private let inflater: OpaquePointer
    private(set) var isAtEnd = false
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 1)

    static var isThere: Bool { ccurl_load() && ccurl_can_inflate() }

    /// Nil where there is no memory, or no zlib.
    init?() {
      guard Self.isThere, let inflater = ccurl_inflater_new() else {
        output.deallocate()
        return nil
      }
      self.inflater = inflater
    }

    deinit {
      ccurl_inflater_free(inflater)
      output.deallocate()
    }

    /// - Parameter take: gets what was unpacked; false ends it.
    /// - Returns: false when `take` wants no more, and for what cannot be unpacked.
    func unpack(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool) -> Bool {
      var input = bytes.bindMemory(to: UInt8.self).baseAddress
      var left = bytes.count
      var isFull = false
      while left > 0 || isFull {
        // If the compressed body has ended, refuse bytes behind it.
        guard !isAtEnd else { return left == 0 }
        let before = left
        var count = output.count
        let made = ccurl_inflate(inflater, &input, &left, output.bindMemory(to: UInt8.self).baseAddress, &count)
        isAtEnd = made == CCURL_INFLATED_END
        isFull = count == output.count
        guard made != CCURL_INFLATED_BROKEN, isAtEnd || count > 0 || left < before else { return isFull || left == 0 }
        if count > 0, !take(UnsafeRawBufferPointer(rebasing: output[..<count])) { return false }
      }
      return true
    }
  }
#endif
