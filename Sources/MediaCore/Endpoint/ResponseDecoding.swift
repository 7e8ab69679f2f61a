import Foundation

/// The tools that an endpoint's `decode` closure uses: a JSON decoder, and a counter of tolerated faults.
public struct ResponseDecoding: Sendable {
  /// The JSON decoder, with the date format and the limits of this service.
  public let coder: JSONCoder
  /// Counts the faults that are tolerated in the response.
  public let issues: DecodingIssues

  /// Creates the tools for decoding a response.
  /// - Parameter issues: counts the tolerated faults.
  public init(coder: JSONCoder, issues: DecodingIssues = DecodingIssues()) {
    self.coder = coder
    self.issues = issues
  }

  /// Decodes the JSON of a response's body as `Value`. Throws a different error for each of these: a web page, an empty body, and JSON of a
  /// wrong structure.
  public func json<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value {
    try refusePage(response)
    guard !response.body.isEmpty else { throw AnswerFault.empty }
    return try coder.decode(type, from: response.body, issues: issues)
  }

  /// Throws an error if the response is a web page. A web page with status 200 is the login page of a proxy, whatever the route.
  public func refusePage(_ response: HTTPResponse) throws {
    // Nearly every answer begins with `{`, and no web page does: skip the slower `isPage`.
    if response.body.first == UInt8(ascii: "{") { return }
    if response.isPage { throw AnswerFault.page }
  }
}

/// Why a successful answer cannot be used.
enum AnswerFault: Error {
  case empty, page
}
