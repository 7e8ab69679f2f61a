import Foundation
public import MediaCore

extension HTTPResponse {
  /// An answer with a JSON body.
  public static func json(
    _ value: JSONValue, status: Int = 200, type: String = "application/json; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": type], body: value.serialized())
  }

  /// An answer with a text body.
  /// - Parameter type: the content type; nil for an answer without one.
  public static func text(_ text: String, status: Int = 200, type: String? = "text/plain; charset=utf-8")
    -> HTTPResponse
  {
    var response = HTTPResponse(status: status, body: Data(text.utf8))
    response.fields["Content-Type"] = type
    return response
  }

  /// The sign-in page of a proxy in front of a server, with status 200.
  public static let loginPage = HTTPResponse.text(
    "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>", type: "text/html")
}
