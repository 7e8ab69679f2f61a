import Foundation
import HTTPTypes
import HummingbirdCore
import MediaCore
import NIOCore
import NIOHTTP1

/// One request and its answer, between the wire and a handler.
struct Exchange {
  private static let largestBody = 256 << 20
  private static let pieceSize = 64 << 10

  let channel: any Channel
  let connections: Connections
  let handler: LoopbackServer.Handler

  func answer(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    if request.headers[.expect]?.lowercased() == "100-continue" {
      try await writer.writeInformationalHead(.init(status: .continue))
    }
    let body = try await request.body.collect(upTo: Self.largestBody)
    guard let asked = Self.request(request, Data(body.readableBytesView)) else {
      return try await writer.writeResponse(.init(status: .badRequest, headerFields: [.contentLength: "0"]))
    }
    do {
      switch try await connections.run(on: channel, { [handler] in try await handler(asked) }) {
      case .whole(let response): try await send(response, to: asked, writer)
      case .pieces(let response, let pieces): try await send(response, pieces, to: asked, writer)
      }
    } catch {
      channel.close(promise: nil)
      throw error
    }
  }

  // MARK: From the wire

  static func request(_ request: Request, _ body: Data) -> MediaCore.HTTPRequest? {
    let head = request.head
    let target = (head.path ?? "/").replacingOccurrences(of: "#", with: "%23")
    guard let url = URL(string: "http://\(head.authority ?? "127.0.0.1")\(target)") else { return nil }
    var fields = MediaCore.HTTPFields()
    if let host = head.authority { fields.append("Host", host) }
    for field in head.headerFields where field.name != .cookie { fields.append(field.name.rawName, field.value) }
    if let cookies = head.headerFields[.cookie] { fields.append("Cookie", cookies) }
    return MediaCore.HTTPRequest(
      method: HTTPMethod(rawValue: head.method.rawValue), url: url, fields: fields, body: body.isEmpty ? nil : body,
      timeout: .seconds(86_400))
  }

  // MARK: To the wire

  private func send(
    _ response: MediaCore.HTTPResponse, to asked: MediaCore.HTTPRequest, _ writer: consuming ResponseWriter
  ) async throws {
    var head = Self.head(response, to: asked)
    guard Self.hasBody(response, asked) else {
      if asked.method == .head, head.headerFields[.contentLength] == nil {
        head.headerFields[.contentLength] = String(response.body.count)
      }
      try await writer.writeResponse(head)
      return closeIfSaid(head)
    }
    if head.headerFields[.contentLength] != nil { head.headerFields[.contentLength] = String(response.body.count) }
    var out = try await writer.writeHead(head)
    var rest = response.body[...]
    while !rest.isEmpty {
      try await out.write(ByteBuffer(bytes: rest.prefix(Self.pieceSize)))
      rest = rest.dropFirst(Self.pieceSize)
    }
    try await out.finish(nil)
    closeIfSaid(head)
  }

  private func send(
    _ response: MediaCore.HTTPResponse, _ pieces: AsyncThrowingStream<Data, any Error>,
    to asked: MediaCore.HTTPRequest, _ writer: consuming ResponseWriter
  ) async throws {
    let head = Self.head(response, to: asked)
    guard Self.hasBody(response, asked) else { return try await send(response, to: asked, writer) }
    // Safe: this task waits until the other one has finished with `out`.
    nonisolated(unsafe) var out = try await writer.writeHead(head)
    try await connections.run(on: channel) {
      for try await piece in pieces where !piece.isEmpty { try await out.write(ByteBuffer(bytes: piece)) }
      // If the sequence was cancelled, throw: finishing would make a cut answer look complete.
      try Task.checkCancellation()
    }
    try await out.finish(nil)
    closeIfSaid(head)
  }

  private func closeIfSaid(_ head: HTTPTypes.HTTPResponse) {
    if head.headerFields[.connection]?.lowercased() == "close" { channel.close(promise: nil) }
  }

  private static func hasBody(_ response: MediaCore.HTTPResponse, _ asked: MediaCore.HTTPRequest) -> Bool {
    asked.method != .head && response.status != 204 && response.status != 304
  }

  private static func head(
    _ response: MediaCore.HTTPResponse, to asked: MediaCore.HTTPRequest
  ) -> HTTPTypes.HTTPResponse {
    var fields = HTTPTypes.HTTPFields()
    for entry in response.fields.entries {
      guard let name = HTTPField.Name(entry.name), name != .transferEncoding else { continue }
      fields.append(HTTPField(name: name, value: entry.value))
    }
    // This server speaks only HTTP/1.1, and NIO reads no request after an `Upgrade` field: close.
    if asked.fields["Upgrade"] != nil { fields[.connection] = "close" }
    let status = HTTPResponseStatus(statusCode: response.status)
    return HTTPTypes.HTTPResponse(
      status: .init(code: response.status, reasonPhrase: status.reasonPhrase), headerFields: fields)
  }
}
