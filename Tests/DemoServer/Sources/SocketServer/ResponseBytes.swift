import Foundation
import MediaCore

/// Writes answers as HTTP/1.1.
enum ResponseBytes {
  static let goOn = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// - Parameters:
  ///   - isHead: the request was a HEAD: the answer has the length of a body and none of its bytes.
  ///   - keepsAlive: whether the connection stays for another request.
  static func whole(_ response: HTTPResponse, isHead: Bool, keepsAlive: Bool) -> Data {
    let hasBody = response.status >= 200 && response.status != 204 && response.status != 304
    var text = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
    for entry in response.fields.entries where isSafe(entry) {
      switch entry.name.lowercased() {
      case "transfer-encoding", "connection": continue
      // For a HEAD or a 304, keep the length: it can be that of the body which is not sent.
      case "content-length": if response.status == 304 || isHead { break } else { continue }
      default: break
      }
      text += "\(entry.name): \(entry.value)\r\n"
    }
    if hasBody, !isHead || response.fields["Content-Length"] == nil {
      text += "Content-Length: \(response.body.count)\r\n"
    }
    if !keepsAlive { text += "Connection: close\r\n" }
    var bytes = Data((text + "\r\n").utf8)
    if hasBody, !isHead { bytes.append(response.body) }
    return bytes
  }

  /// Whether the handler itself ends the connection.
  static func saysClose(_ response: HTTPResponse) -> Bool {
    response.fields["Connection"]?.lowercased() == "close"
  }

  private static func isSafe(_ entry: HTTPFields.Entry) -> Bool {
    !entry.name.isEmpty && !(entry.name + entry.value).utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
  }

  private static func reason(_ status: Int) -> String { reasons[status] ?? "Status \(status)" }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 410: "Gone", 412: "Precondition Failed", 413: "Content Too Large",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
  ]
}
