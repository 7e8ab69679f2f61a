import Foundation
import MediaCore
import SocketServer

/// Commands of test scripts to the servers: `POST /shelf/fresh?ACCESS_TOKEN_EXPIRY=2` and `POST /shelf/restart`.
enum Control {
  static func start(_ served: [(service: Service, server: ServedFake)], port: Int) throws -> SocketServer {
    try SocketServer.start(port: port) { request in
      let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
      let parts = (components?.path ?? "").split(separator: "/").map(String.init)
      guard request.method == .post, parts.count == 2,
        let (service, server) = served.first(where: { $0.service.name == parts[0] })
      else { return answer(404, "POST /<service>/fresh or /<service>/restart") }
      switch parts[1] {
      case "fresh":
        let settings = (components?.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } }
        await server.replace(with: try service.make(Dictionary(settings, uniquingKeysWith: { $1 })))
      case "restart": await server.restart()
      default: return answer(404, "fresh or restart")
      }
      return answer(200, "done")
    }
  }

  private static func answer(_ status: Int, _ text: String) -> HTTPResponse {
    let body = Data((text + "\n").utf8)
    return HTTPResponse(status: status, fields: ["Content-Type": "text/plain"], body: body)
  }
}
