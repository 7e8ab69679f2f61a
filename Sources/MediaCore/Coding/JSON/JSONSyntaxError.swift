/// Why some bytes are not JSON that the SDK reads. Holds an offset and no content.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault, without anything of the text.
  public enum Reason: String, Sendable, Hashable {
    /// Faults of syntax and encoding, as their names say.
    case empty, unexpectedByte, unterminated, badNumber, badEscape, badUTF8, trailingBytes
    /// A bound of ``JSONLimits``.
    case tooLarge, tooDeep, tooManyValues
  }

  /// The first fault in the text.
  public let reason: Reason
  /// The place of the fault, in bytes from the start.
  public let offset: Int

  public var description: String { "not JSON: \(reason.rawValue) at byte \(offset)" }
}
