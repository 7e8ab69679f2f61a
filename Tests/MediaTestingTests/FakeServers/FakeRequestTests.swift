import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("What the fake servers share about requests")
struct FakeRequestTests {
  private func request(_ address: String, type: String? = nil, body: String? = nil) throws -> FakeRequest {
    var request = HTTPRequest(method: .post, url: try #require(URL(string: address)))
    request.fields["Content-Type"] = type
    request.body = body.map { Data($0.utf8) }
    return FakeRequest(request)
  }

  @Test("path and query are decoded part by part, and the last of two values counts")
  func address() throws {
    let read = try request("https://nas.test:8080/a%2Fb/c/?q=one+two%2B&q=%26&empty")
    #expect(read.path == ["a/b", "c"])
    #expect(read.rawPath == "/a%2Fb/c/")
    #expect(read.hasTrailingSlash)
    #expect(read.query == ["q": "&", "empty": ""])
    #expect(read.queryItems.map(\.value) == ["one two+", "&", ""])
    #expect(read.scheme == "https" && read.authority == "nas.test:8080")
  }

  @Test("a body is what its type says: JSON, a form, or nothing")
  func bodies() throws {
    let address = "http://server.test/"
    let form = "application/x-www-form-urlencoded"
    #expect(try request(address).parsedBody == [:])
    #expect(try request(address, type: "Application/JSON; charset=utf-8", body: #"{"a": 1}"#).parsedBody == ["a": 1])
    #expect(try request(address, type: "application/json", body: "[1]").parsedBody == [1])
    #expect(try request(address, type: "application/json", body: "7").parsedBody == nil)
    #expect(try request(address, type: "application/json", body: #"{"a""#).parsedBody == nil)
    #expect(try request(address, type: form, body: "a=1&a=b+c&d").parsedBody == ["a": "b c", "d": ""])
    #expect(try request(address, type: "text/plain", body: #"{"a": 1}"#).parsedBody == [:])
    #expect(try request(address, body: #"{"a": 1}"#).parsedBody == [:])
  }

  @Test("planned failures strike the requests that they are meant for, so often as was planned")
  func failures() throws {
    var planned = PlannedFailures<Int>()
    planned.plan(1, where: "feed", 500)
    planned.plan(2, where: "", 502)
    let feed = try request("http://server.test/api/feed")
    let other = try request("http://server.test/api/list")
    #expect(planned.next(for: other) == 502)
    #expect(planned.next(for: feed) == 500)
    #expect(planned.next(for: feed) == 502)
    #expect(planned.next(for: feed) == nil)
  }

  @Test("a log keeps the latest ten thousand requests, and of query and body what its server allows")
  func logs() throws {
    let server = Server()
    let url = try #require(URL(string: "http://server.test/a?token=1"))
    let sent = HTTPRequest(method: .post, url: url, body: Data("[1]".utf8), operation: "a.b")
    _ = server.respond(to: sent)
    #expect(server.requests.map(\.query) == [["token": "1"]])
    #expect(server.requests.map(\.body) == [nil])
    #expect(server.requests.map(\.status) == [204])
    #expect(server.count("a.b") == 1 && server.count("a.c") == 0)
    server.clearRequests()
    #expect(server.requests == [])
    let read = FakeRequest(sent)
    for number in 0..<20_001 { server.log.note(read, OperationID("\(number)"), HTTPResponse(status: 204)) }
    #expect(server.requests.count == 10_001)
    #expect(server.requests.first?.operation == "10000" && server.requests.last?.operation == "20000")
  }

  private struct Server: FakeServer {
    let log = RequestLog(keeping: [.query])

    func respond(to request: HTTPRequest) -> HTTPResponse {
      let answer = HTTPResponse(status: 204)
      log.note(FakeRequest(request), request.operation, answer)
      return answer
    }

    func restart() {}
  }
}
