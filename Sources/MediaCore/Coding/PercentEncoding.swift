extension String {
  /// Whether `isSo` holds for each byte of the text, read from its storage, which is faster than the view of its bytes.
  func isEachByte(_ isSo: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isSo) } ?? utf8.allSatisfy(isSo)
  }

  /// RFC 3986 percent-encoding of everything but unreserved characters; `.` is kept only when it is in `extra`.
  func percentEncoded(keeping extra: String) -> String {
    let isKept: (UInt8) -> Bool = { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: true
      default: extra.utf8.contains(byte)
      }
    }
    if isEachByte(isKept) { return self }
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in utf8 {
      if isKept(byte) { out.append(byte) } else { out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
