public import Foundation

/// Decodes a server's JSON into values, and encodes values as JSON.
public struct JSONCoder: Sendable, Hashable {
  /// The form in which a service writes instants. Reading also accepts the other forms.
  public enum DateForm: Sendable, Hashable {
    /// Milliseconds since 1970, as a number.
    case milliseconds
    /// Seconds since 1970, as a number.
    case seconds
    /// ISO 8601 text in UTC with milliseconds, such as `2026-09-01T10:00:00.000Z`.
    case iso8601
  }

  /// The parser that reads JSON.
  public enum Reader: Sendable, Hashable {
    /// The SDK's own parser, several times faster than Foundation's.
    case tape
    /// Foundation's `JSONDecoder`, after the same check of the whole document as with the SDK's own parser.
    case foundation
  }

  /// The form in which this server writes its dates.
  public var dates: DateForm
  /// The reader of answers: the SDK's own, unless an app chooses Foundation's.
  public var reader = Reader.tape
  /// The limits of an answer's JSON: a deeper or larger document is refused before it is decoded.
  public var limits: JSONLimits

  /// Creates a coder for the JSON of one service.
  /// - Parameter dates: the form in which the server writes dates.
  public init(dates: DateForm, limits: JSONLimits = JSONLimits()) {
    self.dates = dates
    self.limits = limits
  }

  /// Decodes a value from JSON.
  /// - Throws: `JSONSyntaxError`, or a `DecodingError` for a required member.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, issues: DecodingIssues = DecodingIssues()
  ) throws -> Value {
    let document = JSONDocument(data: data, dates: dates, limits: limits, issues: issues)
    switch reader {
    case .tape: return try document.decode(type)
    case .foundation: return try document.decodeWithFoundation(type)
    }
  }

  /// Encodes a value as JSON, with members in the order of their names.
  public func encode(_ value: some Encodable) throws -> Data {
    try JSONWriter.data(value, dates: dates)
  }
}

extension CodingUserInfoKey {
  /// The counter of ``LenientContainer``. Decoders without it work as well; then nothing is counted.
  static let decodingIssues = CodingUserInfoKey(rawValue: "MediaCore.decodingIssues")
}

/// The limits within which a body's JSON is decoded. They are far above what any of the services sends.
public struct JSONLimits: Sendable, Hashable {
  /// The largest depth of arrays and objects in one another. More than 512 count as 512.
  public var depth: Int
  /// The largest number of values, keys not counted.
  public var values: Int

  /// Creates limits; without arguments, those of every answer whose endpoint sets no others.
  public init(depth: Int = 64, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }

  /// The largest number of bytes, whatever the other limits are.
  static let bytes = 1 << 28 - 1
}

/// The error for bytes that are not JSON, or not JSON that the SDK accepts. It holds a reason and an offset, and nothing of the text.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault, without anything of the text.
  public enum Reason: String, Sendable, Hashable {
    /// Faults of syntax and encoding, as their names say.
    case empty, unexpectedByte, unterminated, badNumber, badEscape, badUTF8, trailingBytes
    /// The text exceeds a limit: it has too many bytes, or goes beyond ``JSONLimits``.
    case tooLarge, tooDeep, tooManyValues
  }

  /// The kind of the first fault in the text.
  public let reason: Reason
  /// The place of the first fault, in bytes from the start of the text.
  public let offset: Int

  public var description: String { "not JSON: \(reason.rawValue) at byte \(offset)" }
}
