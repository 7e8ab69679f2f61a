import Foundation
import MediaCore
import Panels
import SocketServer

/// The control port: the console page, and commands of test scripts such as `POST /shelf/fresh?ACCESS_TOKEN_EXPIRY=2` and
/// `POST /shelf/restart`.
struct Control: Sendable {
  private static let files = ["/": "index.html", "/console.js": "console.js"]
  private static let sharedFiles = ["/style.css", "/panels.js"]

  private let services: [ServedService]
  private let console: Console
  private let pageFiles: [String: PageFile]

  static func start(_ services: [ServedService], console: Console, port: Int) throws -> SocketServer {
    let control = try Control(services, console)
    return try SocketServer.start(port: port) { request in try await control.answer(to: request) }
  }

  private init(_ services: [ServedService], _ console: Console) throws {
    self.services = services
    self.console = console
    var pageFiles = try Self.files.mapValues { try PageFile($0, in: .module) }
    for path in Self.sharedFiles { pageFiles[path] = try PageFile.shared(String(path.dropFirst())) }
    self.pageFiles = pageFiles
  }

  private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
    let (host, origin) = (request.fields["Host"], request.fields["Origin"])
    // A script sends no `Origin`; a browser sends one with each POST.
    guard isLoopback(host: host), origin == nil || isOwnPage(host: host, origin: origin) else {
      return Self.text(403, "only from this machine, and not from another page")
    }
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    let path = components?.path ?? ""
    switch (request.method, path) {
    case (.get, "/panels"): return Self.json(try JSONEncoder().encode(await console.panels()))
    case (.get, _):
      guard let file = pageFiles[path] else { return Self.text(404, "no such page") }
      var response = HTTPResponse(status: 200, body: file.body)
      for field in file.fields { response.fields[field.name] = field.value }
      return response
    case (.post, "/use"):
      guard let use = try? JSONDecoder().decode(Use.self, from: request.body ?? Data()) else {
        return Self.text(400, "a JSON object with id and value")
      }
      let isDone = await console.use(use.id, value: use.value ?? "")
      return Self.text(isDone ? 200 : 404, isDone ? "done" : "no such element")
    case (.post, _): return try await command(path, components?.queryItems ?? [])
    default: return Self.text(405, "GET or POST")
    }
  }

  private struct Use: Decodable {
    var id: String
    var value: String?
  }

  private func command(_ path: String, _ query: [URLQueryItem]) async throws -> HTTPResponse {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 2, let service = services.first(where: { $0.name == parts[0] }) else {
      return Self.text(404, "POST /<service>/fresh or /<service>/restart")
    }
    switch parts[1] {
    case "fresh":
      let settings = query.compactMap { item in item.value.map { (item.name, $0) } }
      try await service.refresh(with: Dictionary(settings, uniquingKeysWith: { $1 }))
    case "restart": await service.server.restart()
    default: return Self.text(404, "fresh or restart")
    }
    return Self.text(200, "done")
  }

  private static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": "text/plain"], body: Data((text + "\n").utf8))
  }

  private static func json(_ body: Data) -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: body)
  }
}
