import Foundation

/// The JSON decoder and the counter of tolerated faults that an endpoint's `decode` closure works with.
public struct ResponseDecoding: Sendable {
  /// The rules of this service's JSON.
  public let coder: JSONCoder
  /// Counts the tolerated faults of the answer.
  public let issues: DecodingIssues

  /// Creates the tools for decoding an answer.
  /// - Parameter issues: where tolerated faults are counted.
  public init(coder: JSONCoder, issues: DecodingIssues = DecodingIssues()) {
    self.coder = coder
    self.issues = issues
  }

  /// Decodes the JSON of an answer's body as `Value`. A web page, an empty body and JSON of a wrong shape each throw an error of their own.
  public func json<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value {
    try refusePage(response)
    guard !response.body.isEmpty else { throw AnswerFault.empty }
    return try coder.decode(type, from: response.body, issues: issues)
  }

  /// Throws an error if the answer is a web page. With status 200, such a page is the login page of a proxy, whatever the route.
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
