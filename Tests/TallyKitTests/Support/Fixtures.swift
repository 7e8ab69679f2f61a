import Foundation
import MediaCore
import Testing

@testable import TallyKit

/// The contract's answers in Tests/Fixtures, as JSON.
enum Fixtures {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/contracts/tally")

  /// `contract("watchlist.list", "data")` is the member `data` of `watchlist.list.response.json`.
  static func contract(_ name: String, _ members: String...) throws -> JSONValue {
    try contract(name, at: members)
  }

  static func contract(_ name: String, at members: [String]) throws -> JSONValue {
    let root = try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent("\(name).response.json")))
    return try members.reduce(root) { value, member in try #require(value[member], "\(name): \(member)") }
  }

  /// The names of all documents.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".response.json") }
      .map { String($0.dropLast(14)) }.sorted()
  }
}

extension JSONValue {
  /// The paths at which this value, written by a model, differs from the wire. Members that the model does not write and other forms of the
  /// same instant do not count as differences.
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
      if let a = string.flatMap({ WireDate.parse($0) }), let b = wire.string.flatMap({ WireDate.parse($0) }),
        abs(a.timeIntervalSince(b)) <= 0.001
      {
        return []
      }
      return ["\(path): another value"]
    }
  }
}

/// A document of the contract, with the model that reads it.
struct ContractDocument: Sendable, CustomTestStringConvertible {
  let name: String
  let wire: JSONValue
  let check: @Sendable () throws -> Void
  /// Decodes the document and writes it again.
  let rewrite: @Sendable (Data, DecodingIssues) throws -> JSONValue

  var testDescription: String { name }

  init<Value: Codable & Equatable & SendableMetatype>(
    _ name: String, _ type: Value.Type, _ members: String...
  ) throws {
    let wire = try Fixtures.contract(name, at: members)
    self.name = name
    self.wire = wire
    check = {
      let issues = DecodingIssues()
      let value = try JSONCoder.tally.decode(type, from: wire.serialized(), issues: issues)
      #expect(issues.issues == [], "\(name)")
      let written = try JSONCoder.tally.encode(value)
      #expect(try JSONValue(parsing: written).differences(from: wire) == [], "\(name)")
    }
    rewrite = { data, issues in
      let value = try JSONCoder.tally.decode(type, from: data, issues: issues)
      return try JSONValue(parsing: JSONCoder.tally.encode(value))
    }
  }

  static func all() throws -> [ContractDocument] {
    [
      try .init("health", Health.self), try .init("search", SearchAnswer.self),
      try .init("analyze", AnalysisAnswer.self), try .init("analyze.fallback", AnalysisAnswer.self),
      try .init("season-raw", SeasonAnswer.self), try .init("watchlist.list", WatchlistAnswer.self, "data"),
      try .init("watchlist.add", AddedShow.self, "data"),
      try .init("watchlist.provider", ProviderSelection.self, "data", "provider"),
      try .init("progress.get", ShowProgress.self, "data"), try .init("progress.set", ProgressReceipt.self, "data"),
      try .init("tv-guide.numeric", Guide.self, "data"), try .init("tv-guide.uuid", Guide.self, "data"),
      try .init("subscriptions.list", SubscriptionList.self, "data"),
      try .init("streaming-services", ServiceList.self, "data"), try .init("profile", UserProfile.self, "data"),
      try .init("recommendations.cancel", CancelAdvice.self, "data"),
    ]
  }
}
