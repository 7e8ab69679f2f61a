public import Foundation

/// The one place where JSON becomes values and values become JSON.
public struct JSONCoder: Sendable, Hashable {
  /// A service's form of an instant. Reading also accepts the other forms.
  public enum DateForm: Sendable, Hashable {
    /// Milliseconds since 1970, as a number.
    case milliseconds
    /// Seconds since 1970, as a number.
    case seconds
    /// `2026-09-01T10:00:00.000Z`
    case iso8601
  }

  /// A reader of JSON.
  public enum Reader: Sendable, Hashable {
    /// The SDK's own, several times faster.
    case tape
    /// Foundation's `JSONDecoder`, behind the same check of the whole document.
    case foundation
  }

  /// The form in which this server writes its dates.
  public var dates: DateForm
  /// The reader of answers: the SDK's own, unless an app chooses Foundation's.
  public var reader = Reader.tape
  /// The bounds of an answer's JSON: deeper or larger ones are refused before decoding.
  public var limits: JSONLimits

  /// - Parameter dates: the form in which the server writes dates.
  public init(dates: DateForm, limits: JSONLimits = JSONLimits()) {
    self.dates = dates
    self.limits = limits
  }

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

/// The limits a body has to keep before it is decoded. They are far above what any of the services sends.
public struct JSONLimits: Sendable, Hashable {
  /// The largest depth of arrays and objects in one another. More than 512 count as 512.
  public var depth: Int
  /// The largest number of values, keys not counted.
  public var values: Int

  /// The bounds of every answer, unless an endpoint has others.
  public init(depth: Int = 64, values: Int = 4_000_000) {
    self.depth = depth
    self.values = values
  }

  /// The largest number of bytes, whatever the other limits are.
  static let bytes = 1 << 28 - 1
}

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
