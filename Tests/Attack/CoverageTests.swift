import Foundation
import MediaCore
import Testing

extension Attacks {
  @Suite("The calls that are attacked")
  struct CoverageTests {
    @Test("are all that the service has: each operation in its sources is asked for", arguments: AttackedService.all)
    func operations(service: AttackedService) async throws {
      let world = World(service)
      let launch = try await world.signedIn()
      await launch.settle()
      for call in launch.calls { try await call.run(Arguments()) }
      let written = try Self.routes(of: service)
      let routes = world.answers.routes
      #expect(written.count >= 4)
      #expect(Set(written.keys).subtracting(routes.keys).subtracting(service.leftOut.keys).sorted() == [])
      #expect(Set(service.leftOut.keys).subtracting(written.keys) == [], "left out, and not there")
      for (operation, route) in written {
        let others = routes[operation, default: []].filter { !Self.isOf(route, $0) }
        #expect(others == [], "\(operation) is documented as \(route)")
      }
    }

    /// The operations that the service names, with the routes in their comments.
    private static func routes(of service: AttackedService) throws -> [OperationID: String] {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/\(service.sources)/Wire")
      let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
        $0.hasSuffix("Operations.swift")
      }
      var routes: [OperationID: String] = [:]
      for name in names {
        let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
        for match in text.matches(of: /\/\/\/ (.*)\n  public static let \w+ = OperationID\("(.+)"\)/)
        where service.prefixes.contains(where: { match.2.hasPrefix($0) }) {
          routes[OperationID(String(match.2))] = match.1.replacingOccurrences(of: "`", with: "")
        }
      }
      return routes
    }

    /// Whether a request such as `GET /api/items/7` has the form of `GET /api/items/{id}[/{part}]`. Servers may lie below a path.
    private static func isOf(_ route: String, _ request: String) -> Bool {
      // Accept a comment that is a sentence instead of a route.
      guard route.wholeMatch(of: /[A-Z]+ \/\S*/) != nil else { return true }
      let forms = [route.replacing(/\[.*\]/, with: ""), route.replacing(/[\[\]]/, with: "")]
      return forms.contains { form in
        let (form, request) = (form.split(separator: " "), request.split(separator: " ", maxSplits: 1))
        let path = form[1].prefix { $0 != "?" }.split(separator: "/")
        let asked = request.dropFirst().joined().split(separator: "/").suffix(path.count)
        return form[0] == request[0] && path.count == asked.count
          && zip(path, asked).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }
    }
  }
}
