import Foundation
import Testing

@Suite("The Swift code in README.md and Documentation")
struct DocumentedCodeTests {
  /// A document and its blocks of Swift, each as its lines.
  struct Document: Sendable, CustomTestStringConvertible {
    let name: String
    let blocks: [[String]]

    var testDescription: String { name }

    /// Where its code stands: the guide for a new service is about one that is here.
    var file: String {
      name == "AddingAService" ? "FifthService/Jellyfin.swift" : "Documented/Documented\(name).swift"
    }

    /// - Parameter path: from the root of the package.
    init(_ path: String) throws {
      name = (path as NSString).lastPathComponent.replacingOccurrences(of: ".md", with: "")
      let text = try String(contentsOf: DocumentedCodeTests.root.appendingPathComponent(path), encoding: .utf8)
      let parts = text.components(separatedBy: "```swift\n").dropFirst()
      // A line for a package's manifest is no code of an app.
      blocks = parts.map { DocumentedCodeTests.lines($0.components(separatedBy: "```")[0]) }
        .filter { $0.first?.hasPrefix(".package(") == false }
    }

    static func all() throws -> [Document] {
      let folder = DocumentedCodeTests.root.appendingPathComponent("Documentation")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
      return try (["README.md"] + names.sorted().map { "Documentation/\($0)" }).map(Document.init)
        .filter { !$0.blocks.isEmpty }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Without empty ones, and whatever the white space in them.
  private static func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  @Test(
    "each block stands word for word in a file here, and so compiles with plain imports", arguments: try Document.all())
  func compiles(_ document: Document) throws {
    let file = Self.root.appendingPathComponent("Tests/PublicAPITests/\(document.file)")
    let code = Self.lines(try String(contentsOf: file, encoding: .utf8))
    for block in document.blocks {
      for line in block where line.hasPrefix("import ") { #expect(code.contains(line), "\(line)") }
      let body = block.filter { !$0.hasPrefix("import ") }
      let isThere = code.indices.contains { code[$0...].starts(with: body) }
      #expect(isThere, "\(body.joined(separator: "\n"))")
    }
  }

  @Test("the files here are those of the documents with code")
  func complete() throws {
    let folder = Self.root.appendingPathComponent("Tests/PublicAPITests/Documented")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let expected = try Document.all().map(\.file).filter { $0.hasPrefix("Documented/") }
    #expect(files.map { "Documented/\($0)" }.sorted() == expected.sorted())
  }
}
