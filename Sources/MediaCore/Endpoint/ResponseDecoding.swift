import Foundation

/// The tools of an endpoint's `decode` closure.
public struct ResponseDecoding: Sendable {
  /// The rules of this service's JSON.
  public let coder: JSONCoder
  /// Counts the tolerated faults of the answer.
  public let issues: DecodingIssues

  /// - Parameter issues: where tolerated faults are counted.
  public init(coder: JSONCoder, issues: DecodingIssues = DecodingIssues()) {
    self.coder = coder
    self.issues = issues
  }

  /// The body as `Value`. HTML, an empty body or a wrong shape each fail in their own way.
  public func json<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws -> Value {
    try refusePage(response)
    guard !response.body.isEmpty else { throw AnswerFault.empty }
    return try coder.decode(type, from: response.body, issues: issues)
  }

  /// Throws for a web page: with status 200 it is the login page of a proxy, whatever the route.
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
