import Foundation

/// Checks the bytes before a `JSONDecoder` reads them: depth and number of values, nothing else. It costs about a
/// tenth of the decoding and keeps out what would cost seconds or overflow a stack.
struct JSONGuard {
  let limits: JSONLimits

  func check(_ data: Data) throws(JSONSyntaxError) {
    var depth = 0
    var values = 0
    var inString = false
    var isEscaped = false
    var fault: JSONSyntaxError?
    data.withUnsafeBytes { bytes in
      for (index, byte) in bytes.enumerated() {
        if inString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            inString = false
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): inString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          values += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ","): values += 1
        default: continue
        }
        if depth > limits.depth { fault = JSONSyntaxError(reason: .tooDeep, offset: index) }
        if values > limits.values { fault = JSONSyntaxError(reason: .tooManyValues, offset: index) }
        if fault != nil { return }
      }
      if inString || depth > 0 { fault = JSONSyntaxError(reason: .unterminated, offset: bytes.count) }
    }
    if let fault { throw fault }
  }
}
