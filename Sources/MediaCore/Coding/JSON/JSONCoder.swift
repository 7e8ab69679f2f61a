public import Foundation

/// Decodes a server's JSON into values, and encodes values as JSON.
public struct JSONCoder: Sendable, Hashable {
  /// The format in which a service writes dates with a time. For reading, ISO 8601 text is accepted with every format. A number is read as
  /// seconds if the format is ``seconds``, and otherwise as milliseconds.
  public enum DateForm: Sendable, Hashable {
    /// Milliseconds since 1970, as a number.
    case milliseconds
    /// Seconds since 1970, as a number.
    case seconds
    /// ISO 8601 text in UTC with milliseconds, such as `2026-09-01T10:00:00.000Z`.
    case iso8601
  }

  /// The parser with which JSON is read.
  public enum Reader: Sendable, Hashable {
    /// The SDK's own parser, several times faster than Foundation's.
    case tape
    /// Foundation's `JSONDecoder`. Before it decodes a document, the SDK checks the document in the same way as its own parser does.
    case foundation
  }

  /// The format in which this server writes its dates.
  public var dates: DateForm
  /// The parser with which responses are read: the SDK's own parser, unless an app chooses Foundation's.
  public var reader = Reader.tape
  /// The limits for the JSON of a response. A document with a larger nesting depth or more values is refused before it is decoded.
  public var limits: JSONLimits

  /// Creates a coder for the JSON of one service.
  /// - Parameter dates: the format in which the server writes dates.
  public init(dates: DateForm, limits: JSONLimits = JSONLimits()) {
    self.dates = dates
    self.limits = limits
  }

  /// Decodes a value from JSON.
  /// - Throws: `JSONSyntaxError` if the data is not JSON or exceeds ``limits``; a `DecodingError` if a required member is missing or of a
  ///   wrong type.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, issues: DecodingIssues = DecodingIssues()
  ) throws -> Value {
    let document = JSONDocument(data: data, dates: dates, limits: limits, issues: issues)
    switch reader {
    case .tape: return try document.decode(type)
    case .foundation: return try document.decodeWithFoundation(type)
    }
  }

  /// Encodes a value as JSON, with the members of objects sorted by name.
  public func encode(_ value: some Encodable) throws -> Data {
    try JSONWriter.data(value, dates: dates)
  }
}

extension CodingUserInfoKey {
  /// The counter of ``LenientContainer``. Decoders without it work as well; then nothing is counted.
  static let decodingIssues = CodingUserInfoKey(rawValue: "MediaCore.decodingIssues")
}

/// The limits for the JSON of a response's body. They are far above the size of any response of the four services.
public struct JSONLimits: Sendable, Hashable {
  /// The largest nesting depth of arrays and objects. The depth is never larger than 512: a higher value has the same effect as 512.
  public var depth: Int
  /// The largest number of values in a document, not counting keys.
  public var values: Int

  /// Creates limits. The default values apply to a service's responses unless the service's ``JSONCoder`` has other limits.
  public init(depth: Int = 64, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }

  /// The largest number of bytes, whatever the other limits are.
  static let bytes = 1 << 28 - 1
}

/// An error for bytes that are not JSON, or that exceed the SDK's limits. It holds a reason and an offset, and no text from the bytes.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason why the bytes were refused. It contains no text from the bytes.
  public enum Reason: String, Sendable, Hashable {
    /// The bytes are not valid JSON. Each case names the fault: for example, `empty` means that there is no value, and `trailingBytes`
    /// means that there are bytes after the value.
    case empty, unexpectedByte, unterminated, badNumber, badEscape, badUTF8, trailingBytes
    /// The document has more bytes, a larger depth or more values than the limits allow: see ``JSONLimits``.
    case tooLarge, tooDeep, tooManyValues
  }

  /// The reason why the bytes were refused.
  public let reason: Reason
  /// The position of the first fault, in bytes from the start of the document.
  public let offset: Int

  public var description: String { "not JSON: \(reason.rawValue) at byte \(offset)" }
}
