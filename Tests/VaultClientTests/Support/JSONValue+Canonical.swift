import Foundation
import MediaCore

@testable import VaultClient

extension JSONValue {
  /// One form for values that the server writes in several: seasons and numbers of episodes, names of collections,
  /// flags, times, addresses with or without raw blanks, and reports without the server's keys for other services.
  var canonical: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.canonical))
    case .object(let members):
      var result: [String: JSONValue] = [:]
      for (name, value) in members {
        switch name {
        case "season" where value.int != nil: result["season_number"] = value
        case "episode" where value.int != nil: result["episode_number"] = value
        case "is_active" where value.int != nil: result[name] = .bool(value.int == 1)
        case "collections":
          result[name] = .array((value.array ?? []).map { $0.asCollection.canonical })
        case "auth_url", "oauth_url": result[name] = .string(value.string?.asPage ?? "")
        case _ where name.hasSuffix("_at") || ["last_login", "last_imported", "timestamp"].contains(name):
          result[name] = value.string.flatMap { WireDate.parse($0) }.map { .number($0.timeIntervalSince1970) } ?? value
        default: result[name] = value.canonical
        }
      }
      return .object(result)
    case .string(let text): return .string(text.hidingUpstreamKeys())
    default: return self
    }
  }

  private var asCollection: JSONValue {
    guard var members = object else { return self }
    if let name = members.removeValue(forKey: "name") { members["title"] = name }
    // In a list, the server sends the films by number; the SDK sorts them by date, as the server does in the watchlist.
    if let movies = members.removeValue(forKey: "movies")?.array {
      func key(_ movie: JSONValue) -> (String, Int) {
        let date = movie["release_date"]?.string ?? ""
        return (date.isEmpty ? "9999-12-31" : date, movie["id"]?.int ?? 0)
      }
      members["items"] = .array(movies.sorted { key($0) < key($1) })
    }
    return .object(members)
  }

  /// The members of a value that are not on the wire. Members that stand for "nothing" do not count.
  func claims(beyond wire: JSONValue, at path: String = "") -> [String] {
    switch (self, wire) {
    case (.object(let members), .object(let wireMembers)):
      return members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        if let other = wireMembers[name], !other.isNull || value.isNull {
          return value.claims(beyond: other, at: "\(path).\(name)")
        }
        let isNothing = [.null, false, [], [:], "", 0].contains(value) || Self.isFollowed(name, value, members)
        return isNothing ? [] : ["\(path).\(name): not on the wire"]
      }
    case (.array(let elements), .array(let others)):
      // The SDK drops empty objects from a list.
      if elements.isEmpty, others.allSatisfy({ $0 == [:] }) { return [] }
      guard elements.count == others.count else { return ["\(path): \(elements.count) of \(others.count)"] }
      return zip(elements, others).enumerated().flatMap { $1.0.claims(beyond: $1.1, at: "\(path)[\($0)]") }
    default:
      if self == wire { return [] }
      if let a = double, let b = wire.double, abs(a - b) < 1e-5 { return [] }
      return ["\(path): another value"]
    }
  }

  /// Whether the season and the number follow from the code.
  private static func isFollowed(_ name: String, _ value: JSONValue, _ members: [String: JSONValue]) -> Bool {
    ["season_number", "episode_number"].contains(name) && members["code"]?.string != nil
  }

  /// The members on the wire that a value lacks. Null is nothing, and empty objects describe nothing.
  func losses(in value: JSONValue, at path: String = "") -> [String] {
    switch (self, value) {
    case (.object(let members), .object(let others)):
      return members.sorted { $0.key < $1.key }.flatMap { name, member -> [String] in
        if member.isNull { return [] }
        guard let other = others[name] else { return member == [:] || member == [] ? [] : ["\(path).\(name): lost"] }
        return member.losses(in: other, at: "\(path).\(name)")
      }
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else {
        return elements.allSatisfy { $0 == [:] } ? [] : ["\(path): \(others.count) of \(elements.count)"]
      }
      return zip(elements, others).enumerated().flatMap { $1.0.losses(in: $1.1, at: "\(path)[\($0)]") }
    default: return []
    }
  }
}

extension String {
  /// An address with every percent-encoding decoded.
  fileprivate var asPage: String { removingPercentEncoding ?? self }
}
