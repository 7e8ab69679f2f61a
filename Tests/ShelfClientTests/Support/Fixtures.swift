import Foundation
import MediaCore
import Testing

@testable import ShelfClient

/// The answers that Tests/Fixtures keeps of the server, as JSON.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// `contract("progress", "all", "response")` is the member `response` of the member `all` of `progress.json`.
  static func contract(_ name: String, _ members: String...) throws -> JSONValue {
    try read(folder.appendingPathComponent("contracts/shelf/\(name).json"), members)
  }

  static func recording(_ name: String, _ members: String...) throws -> JSONValue {
    try read(folder.appendingPathComponent("recordings/shelf/\(name).json"), members)
  }

  static func recordingNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("recordings/shelf").path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  private static func read(_ file: URL, _ members: [String]) throws -> JSONValue {
    let root = try JSONValue(parsing: Data(contentsOf: file))
    return try members.reduce(root) { value, member in
      try #require(value[member], "\(file.lastPathComponent): \(member)")
    }
  }
}

/// The coder with which the service decodes and encodes.
let shelfCoder = JSONCoder(dates: .milliseconds)

extension JSONValue {
  /// The paths at which this value, encoded by a model, differs from the wire's. Members that the model does not encode are no
  /// difference.
  func differences(from wire: JSONValue, at path: String = "") -> [String] {
    switch (self, wire) {
    case (.object(let members), .object(let wireMembers)):
      return members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        guard let wireValue = wireMembers[name] else { return ["\(path).\(name): not on the wire"] }
        return value.differences(from: wireValue, at: "\(path).\(name)")
      }
    case (.array(let elements), .array(let wireElements)):
      guard elements.count == wireElements.count else { return ["\(path): \(elements.count) of \(wireElements.count)"] }
      return zip(elements, wireElements).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(path)[\(index)]")
      }
    default:
      if self == wire { return [] }
      if let a = double, let b = wire.double, abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1) { return [] }
      return ["\(path): another value"]
    }
  }
}

/// Decodes a value, and checks that no fault had to be tolerated, that encoding it gives the same members as the wire, and that decoding
/// those again gives the same value.
@discardableResult
func roundTrip<Value: Codable & Equatable>(
  _ type: Value.Type, _ wire: JSONValue, _ name: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  let issues = DecodingIssues()
  let value = try shelfCoder.decode(type, from: wire.serialized(), issues: issues)
  #expect(issues.issues == [], "\(name)", sourceLocation: sourceLocation)
  let written = try shelfCoder.encode(value)
  let writtenJSON = try JSONValue(parsing: written)
  #expect(writtenJSON.differences(from: wire) == [], "\(name)", sourceLocation: sourceLocation)
  #expect(try shelfCoder.decode(type, from: written) == value, "\(name)", sourceLocation: sourceLocation)
  return value
}

/// A ``WireList`` that is encoded with the members with which it was decoded.
@dynamicMemberLookup
struct Listing<Element: Codable & Equatable & Sendable>: Codable, Equatable {
  private typealias List = WireList<Element>

  let list: WireList<Element>
  private let listKey: WireList<Element>.ListKey
  private let pageKeys: Set<WireList<Element>.PageKey>

  subscript<Value>(dynamicMember member: KeyPath<WireList<Element>, Value>) -> Value { list[keyPath: member] }

  init(from decoder: any Decoder) throws {
    list = try WireList(from: decoder)
    listKey = try decoder.container(keyedBy: List.ListKey.self).allKeys.first ?? .results
    pageKeys = Set(try decoder.container(keyedBy: List.PageKey.self).allKeys)
  }

  func encode(to encoder: any Encoder) throws {
    var lists = encoder.container(keyedBy: List.ListKey.self)
    try lists.encode(list.elements, forKey: listKey)
    var members = encoder.container(keyedBy: List.PageKey.self)
    try members.encodeIfPresent(list.total, forKey: .total)
    try members.encodeIfPresent(list.page, forKey: .page)
    try members.encodeIfPresent(list.limit, forKey: pageKeys.contains(.limit) ? .limit : .itemsPerPage)
  }

  static func == (a: Self, b: Self) -> Bool {
    a.elements == b.elements && a.total == b.total && a.page == b.page && a.limit == b.limit
  }
}

/// The answer of the shelves route, which is a bare list.
struct Shelves: Codable, Equatable {
  let shelves: [Shelf]

  init(from decoder: any Decoder) throws { shelves = try LossyList<Shelf>(from: decoder).elements }
  func encode(to encoder: any Encoder) throws { try shelves.encode(to: encoder) }
}
