/// ASCII characters.
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension String {
  /// Whether every character is an ASCII letter, an ASCII digit or one of `marks`.
  func consists(of marks: String) -> Bool { utf8.allSatisfy { $0.isLetter || $0.isDigit || marks.utf8.contains($0) } }
}
