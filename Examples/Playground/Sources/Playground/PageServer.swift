import FlyingFox
import FlyingSocks
import Foundation
import Panels
import Stage

/// The page and its WebSocket, on the loopback address.
@MainActor
final class PageServer {
  private let stage: Stage
  private let http: HTTPServer
  private var readers: [Int: Reader] = [:]
  private var nextReader = 0
  /// The panels as they were sent last, so that only those that changed are sent again.
  private var sent: [String: Data] = [:]
  private var isSending = false

  init(stage: Stage, port: UInt16) throws {
    self.stage = stage
    http = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port))
    stage.onChange = { [weak self] in self?.sendSoon() }
  }

  /// - Parameter ready: gets the page's address as soon as a browser can open it.
  func run(ready: (String) -> Void) async throws {
    let files = [
      ("", try PageFile("index.html", in: .module)), ("playground.js", try PageFile("playground.js", in: .module)),
      ("panels.js", try PageFile.shared("panels.js")), ("style.css", try PageFile.shared("style.css")),
    ]
    for (path, file) in files {
      let answer = Self.answer(file)
      await http.appendRoute(HTTPRoute("GET /\(path)")) { _ in answer }
    }
    let socket = WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: Messages(server: self)))
    await http.appendRoute("GET /socket") { request in
      guard isOwnPage(host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")]) else {
        return HTTPResponse(statusCode: .forbidden)
      }
      return try await socket.handleRequest(request)
    }
    let running = Task { [http] in try await http.run() }
    try await http.waitUntilListening()
    guard case .ip4(_, port: let port) = await http.listeningAddress else {
      throw Problem(description: "no address to listen at")
    }
    ready("http://127.0.0.1:\(port)")
    let time = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(250))
        await stage.tick()
      }
    }
    defer { time.cancel() }
    try await running.value
  }

  private nonisolated static func answer(_ file: PageFile) -> HTTPResponse {
    let fields = file.fields.map { (HTTPHeader($0.name), $0.value) }
    return HTTPResponse(
      statusCode: .ok, headers: HTTPHeaders(Dictionary(uniqueKeysWithValues: fields)), body: file.body)
  }

  // MARK: Readers

  private struct Reader {
    var messages: AsyncStream<WSMessage>.Continuation
  }

  /// Adds a browser: it gets every panel now, and each one again when it has changed.
  fileprivate func connect(_ client: AsyncStream<WSMessage>) -> AsyncStream<WSMessage> {
    let (messages, continuation) = AsyncStream<WSMessage>.makeStream()
    let number = nextReader
    nextReader += 1
    readers[number] = Reader(messages: continuation)
    sent = [:]
    sendSoon()
    let listening = Task {
      for await message in client { receive(message) }
      readers[number] = nil
      continuation.finish()
    }
    continuation.onTermination = { _ in listening.cancel() }
    return messages
  }

  private struct Use: Decodable {
    var id: String
    var value: String?
  }

  private func receive(_ message: WSMessage) {
    guard case .text(let text) = message, let use = try? JSONDecoder().decode(Use.self, from: Data(text.utf8)) else {
      return
    }
    stage.use(use.id, value: use.value ?? "")
  }

  /// Sends the changed panels a tenth of a second later, all of them in one message.
  private func sendSoon() {
    guard !isSending else { return }
    isSending = true
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      isSending = false
      send()
    }
  }

  private func send() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var changed: [String] = []
    for panel in stage.panels() {
      guard let data = try? encoder.encode(panel), sent[panel.id] != data else { continue }
      sent[panel.id] = data
      changed.append(String(decoding: data, as: UTF8.self))
    }
    guard !changed.isEmpty else { return }
    let message = "[" + changed.joined(separator: ",") + "]"
    for reader in readers.values { reader.messages.yield(.text(message)) }
  }
}

/// Passes a browser's messages to the page's server and back.
private struct Messages: WSMessageHandler {
  let server: PageServer

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    await server.connect(client)
  }
}
