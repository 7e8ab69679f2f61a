import Foundation
import HubTesting
import MediaCore
import TestSupport

/// Speaks wire JSON with a fake server.
struct HubTalk {
  let server: any FakeServer

  struct Answer {
    let response: HTTPResponse
    var status: Int { response.status }
    var isBare: Bool { response.body.isEmpty }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var json: JSONValue { (try? JSONValue(parsing: response.body)) ?? .null }
    var ids: [String] { (json["videos"]?.array ?? []).compactMap { $0["videoId"]?.string } }
  }

  func callAsFunction(
    _ method: String, _ path: String, body: String? = nil, type: String? = "application/json", fields: HTTPFields = [:]
  ) throws -> Answer {
    guard let url = URL(string: "https://server.test" + path) else { throw Mismatch(description: "no path: \(path)") }
    var request = HTTPRequest(method: HTTPMethod(rawValue: method), url: url, fields: fields, operation: "test.call")
    request.body = body.map { Data($0.utf8) }
    if body != nil { request.fields["Content-Type"] = type }
    return Answer(response: server.respond(to: request))
  }
}

/// The samples of the contract.
enum HubSample {
  static func json(_ name: String) throws -> JSONValue {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/contracts/hub")
    return try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent(name + ".json")))
  }
}
