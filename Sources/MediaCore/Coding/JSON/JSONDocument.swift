import Foundation

/// JSON bytes and how to read them.
struct JSONDocument {
  let data: Data
  /// The form of dates; nil where a `Date` reads itself, as in the SDK's own files.
  var dates: JSONCoder.DateForm?
  var limits = JSONLimits()
  var issues: DecodingIssues?
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// A document of one of the SDK's own files, whose checksum is right: without limits, because a file can be as large as its
  /// content.
  static func own(_ data: Data, _ userInfo: [CodingUserInfoKey: any Sendable] = [:]) -> JSONDocument {
    JSONDocument(data: data, limits: JSONLimits(depth: .max, values: .max), userInfo: userInfo)
  }

  /// - Throws: `JSONSyntaxError`, or a `DecodingError` for a required member.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONTape.borrowing(data, limits: limits) { tape in
      tape.dates = dates
      tape.issues = issues
      tape.ownUserInfo = userInfo
      return try TapeDecoder(tape, 0).decode(type)
    }
  }

  /// Decodes with a `JSONDecoder`, which would take seconds for hostile documents, so the tape checks them first.
  func decodeWithFoundation<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONTape.borrowing(data, limits: limits) { _ in }
    // Parse a `JSONValue` directly, which is faster: its `Decodable` initialiser tries one type after the other.
    if type == JSONValue.self, let value = try JSONValue(parsing: data, limits: limits) as? Value { return value }
    let decoder = JSONDecoder()
    for (key, value) in userInfo { decoder.userInfo[key] = value }
    if let issues, let key = CodingUserInfoKey.decodingIssues { decoder.userInfo[key] = issues }
    if let dates { decoder.dateDecodingStrategy = .custom { try WireDate.decode($0, form: dates) } }
    return try decoder.decode(type, from: data)
  }
}
