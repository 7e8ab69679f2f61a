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
      let written = try Self.operations(of: service)
      #expect(written.count >= 4)
      #expect(written.subtracting(world.answers.operations).subtracting(service.leftOut.keys).sorted() == [])
      #expect(Set(service.leftOut.keys).subtracting(written) == [], "left out, and not there")
    }

    /// The names of operations in the role files of the service, such as `hub.feed.page`.
    private static func operations(of service: AttackedService) throws -> Set<String> {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/\(service.sources)")
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      var operations: Set<String> = []
      while let file = files?.nextObject() as? URL {
        guard file.lastPathComponent.hasSuffix("API.swift") else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /"([a-z]+\.[A-Za-z]+\.[A-Za-z]+)"/)
        where service.prefixes.contains(where: { match.1.hasPrefix($0) }) {
          operations.insert(String(match.1))
        }
      }
      return operations
    }
  }
}
