import Foundation
import MediaTesting

/// The fault of a text that should be JSON, with the message and the position of Python's parser.
struct PythonJSONFault: Error {
  let reason: String
  /// The number of characters from the start.
  let position: Int
  let line: Int
  let column: Int

  var description: String { "\(reason): line \(line) column \(column) (char \(position))" }

  /// Nil when the text is JSON.
  static func find(in data: Data) -> PythonJSONFault? {
    var scanner = PythonJSONScanner(characters: Array(String(decoding: data, as: UTF8.self).unicodeScalars))
    do throws(PythonJSONFault) { try scanner.document() } catch { return error }
    return nil
  }
}

private struct PythonJSONScanner {
  let characters: [Unicode.Scalar]
  var index = 0
  var depth = 0

  private var current: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  private func fault(_ reason: String, at position: Int? = nil) -> PythonJSONFault {
    let position = position ?? index
    let before = characters.prefix(position)
    return PythonJSONFault(
      reason: reason, position: position, line: before.count { $0 == "\n" } + 1,
      column: position - (before.lastIndex(of: "\n") ?? -1))
  }

  private mutating func skipBlanks() {
    while let scalar = current, " \t\n\r".unicodeScalars.contains(scalar) { index += 1 }
  }

  mutating func document() throws(PythonJSONFault) {
    skipBlanks()
    try value()
    skipBlanks()
    if index < characters.count { throw fault("Extra data") }
  }

  private mutating func value() throws(PythonJSONFault) {
    depth += 1
    defer { depth -= 1 }
    guard depth < 500 else { throw fault("Expecting value") }
    switch current {
    case "{": try elements(until: "}", named: true)
    case "[": try elements(until: "]", named: false)
    case "\"": try string()
    default: try word()
    }
  }

  /// Reads an object or an array.
  private mutating func elements(until end: Unicode.Scalar, named: Bool) throws(PythonJSONFault) {
    index += 1
    skipBlanks()
    var isFirst = true
    while current != end || !isFirst {
      if named { try name() }
      try value()
      skipBlanks()
      if current == end { break }
      guard current == "," else { throw fault("Expecting ',' delimiter") }
      index += 1
      skipBlanks()
      isFirst = false
    }
    index += 1
  }

  private mutating func name() throws(PythonJSONFault) {
    guard current == "\"" else { throw fault("Expecting property name enclosed in double quotes") }
    try string()
    skipBlanks()
    guard current == ":" else { throw fault("Expecting ':' delimiter") }
    index += 1
    skipBlanks()
  }

  private mutating func string() throws(PythonJSONFault) {
    let start = index
    index += 1
    while let scalar = current {
      index += 1
      if scalar == "\"" { return }
      if scalar.value < 0x20 { throw fault("Invalid control character at", at: index - 1) }
      guard scalar == "\\" else { continue }
      guard let escaped = current else { break }
      guard "\"\\/bfnrtu".unicodeScalars.contains(escaped) else { throw fault("Invalid \\escape", at: index - 1) }
      index += 1
      guard escaped == "u" else { continue }
      let digits = characters[index...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character($0).isHexDigit }) else {
        throw fault("Invalid \\uXXXX escape")
      }
      index += 4
    }
    throw fault("Unterminated string starting at", at: start)
  }

  private mutating func word() throws(PythonJSONFault) {
    for word in ["null", "true", "false", "NaN", "Infinity", "-Infinity"] where starts(with: word) {
      index += word.unicodeScalars.count
      return
    }
    let start = index
    if current == "-" { index += 1 }
    let digits = index
    if current == "0" { index += 1 } else { skipDigits() }
    guard index > digits else {
      index = start
      throw fault("Expecting value", at: start)
    }
    optional(after: ["."])
    optional(after: ["e", "E"], signed: true)
  }

  private func starts(with word: String) -> Bool { characters[index...].starts(with: word.unicodeScalars) }

  private mutating func skipDigits() { while let scalar = current, ("0"..."9").contains(scalar) { index += 1 } }

  /// Reads a fraction or an exponent; without digits it does not belong to the number.
  private mutating func optional(after marks: [Unicode.Scalar], signed: Bool = false) {
    guard let scalar = current, marks.contains(scalar) else { return }
    let start = index
    index += 1
    if signed, let sign = current, sign == "+" || sign == "-" { index += 1 }
    let digits = index
    skipDigits()
    if index == digits { index = start }
  }
}
