import Foundation
import MediaCore
import TestSupport
import Testing

@testable import VaultClient

@Suite("A spoilt member does no harm beyond its own object")
struct SpoiltAnswersTests {
  /// The required members: the last two parts of their paths. Every other member may have any value.
  private static let required: Set<String> = [
    "[].id", "[].imdb_id", "id", "collections", "movies", "series", "lists", "history", "libraries",
    "collections[].id", "movies[].id", "series[].id", "episodes[].id", "items[].id", "lists[].id", "history[].id",
    "libraries[].id", "new_movies[].id", "new_series[].series", "series.id", "newly_imported_movies[].id",
    "newly_imported_series[].id", "access_token", "auth_url", "oauth_url", "domain", "service", "watched",
  ]

  @Test("each member of each answer: missing, null, of a wrong type, huge, negative, empty")
  func everyMember() async throws {
    var vital: Set<String> = []
    var cases = 0
    var done: Set<String> = []
    let documents =
      try VaultDocument.all()
      + Recording.all().filter { recording in
        recording.isSuccess && recording.wire != nil && RecordingTests.route(of: recording) != nil
      }
    for document in documents {
      guard let wire = document.wire?.thinned(), case (let whole?, nil, _) = await Self.played(document, wire) else {
        continue
      }
      let route = "\(document.method) \(RecordingTests.route(of: document)?.0.pattern ?? "")"
      for path in wire.memberPaths() {
        let name = JSONValue.name(path)
        guard done.insert("\(route) \(name)").inserted, LongRuns.isOn || done.count % 6 == 0, let value = wire[path]
        else { continue }
        for spoiling in Spoiling.allCases {
          cases += 1
          let spoilt = wire.replacing(path, with: spoiling.value(insteadOf: value))
          let (read, error, issues) = await Self.played(document, spoilt)
          guard let read else {
            #expect(
              error?.kind == .undecodable || error?.kind == .wrongServer,
              "\(route) \(name): \(String(describing: error))")
            vital.insert(Self.ending(name))
            continue
          }
          let strays = read.canonical.places(otherThan: whole.canonical).filter { !Self.isSameObject($0, name) }
          if strays.isEmpty { continue }
          // An object without a required member is dropped, and the drop is reported.
          #expect(issues > 0, "\(route) \(name) \(spoiling): \(strays)")
          vital.insert(Self.ending(name))
        }
      }
    }
    #expect(vital.subtracting(Self.required) == [])
    #expect(cases > (LongRuns.isOn ? 2000 : 250), "\(cases)")
  }

  private static func played(
    _ document: Recording, _ wire: JSONValue
  ) async -> (value: JSONValue?, error: ClientError?, issues: Int) {
    await VaultDocument.play(document.answering(wire))
  }

  private static func ending(_ path: String) -> String { path.split(separator: ".").suffix(2).joined(separator: ".") }

  /// Whether a difference lies in the object whose member was spoilt, or below it.
  private static func isSameObject(_ difference: String, _ spoilt: String) -> Bool {
    let parent = spoilt.split(separator: ".").dropLast().joined(separator: ".")
      .replacingOccurrences(of: "collections[].movies", with: "collections[].items")
    return difference.hasPrefix(parent)
  }
}

extension JSONValue {
  /// The paths at which two values differ, the same for every element of a list; a list of another length differs
  /// itself.
  fileprivate func places(otherThan other: JSONValue, at path: String = "") -> [String] {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      return Set(members.keys).union(others.keys).sorted().flatMap { name -> [String] in
        let place = path.isEmpty ? name : "\(path).\(name)"
        guard let a = members[name], let b = others[name] else { return [place] }
        return a.places(otherThan: b, at: place)
      }
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else { return [path] }
      return zip(elements, others).flatMap { $0.places(otherThan: $1, at: path + "[]") }
    default: return self == other ? [] : [path]
    }
  }
}
