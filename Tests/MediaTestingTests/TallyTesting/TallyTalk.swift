import Foundation
import MediaCore
import TallyTesting
import TestSupport

/// Speaks wire JSON with a fake Tally server.
struct TallyTalk {
  let server: FakeTallyServer
  var token: String?
  var userID: String?

  init(_ server: FakeTallyServer, as account: String? = nil) {
    self.server = server
    token = account.flatMap { server.token(for: $0) }
    userID = account.flatMap { server.userID($0) }
  }

  func callAsFunction(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> (
    status: Int, body: JSONValue
  ) {
    var request = try JourneyPlayer.request(["method": .string(method), "path": .string(path)])
    if let body {
      request.body = body.serialized()
      request.fields["Content-Type"] = "application/json"
    }
    if let token { request.fields["Authorization"] = "Bearer \(token)" }
    if let userID { request.fields["x-user-id"] = userID }
    request.operation = "test.call"
    let answer = server.respond(to: request)
    return (answer.status, (try? JSONValue(parsing: answer.body)) ?? .null)
  }
}
