import Foundation
import MediaTesting

/// Optional values as wire JSON, and the server's answers.
enum VaultJSON {
  static func stamp(_ value: VaultStamp?) -> JSONValue { .text(value?.iso) }
  static func message(_ text: String) -> HTTPResponse { answer(["message": .string(text)]) }

  static func answer(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .json(value, status: status, type: "application/json")
  }

  static func tokenPair(_ token: String) -> HTTPResponse {
    answer(["access_token": .string(token), "token_type": "bearer"])
  }

  /// The address in place of an unknown poster.
  static let noImage = "/static/no-image.png"

  static func poster(_ url: String?) -> JSONValue { .string((url ?? "").isEmpty ? noImage : url ?? noImage) }
}

extension JSONValue {
  func only(_ names: String...) -> JSONValue { .object((object ?? [:]).filter { names.contains($0.key) }) }
  func without(_ names: String...) -> JSONValue { .object((object ?? [:]).filter { !names.contains($0.key) }) }
  func with(_ members: [String: JSONValue]) -> JSONValue { .object((object ?? [:]).merging(members) { $1 }) }
}

/// All members of the rows as JSON; each route sends some of them.
extension VaultTitleRow {
  var json: JSONValue {
    [
      "id": .count(id), "user_id": .count(userID), "title": .string(title), "imdb_id": .string(imdbID),
      "release_date": .text(releaseDate), "runtime": .count(runtime), "watched": .bool(watched),
      "collection_id": .count(collectionID), "collection_name": .text(collectionName),
      "poster_url": .text(posterURL), "poster_thumb": .text(posterThumb), "is_new": .bool(isNew),
      "quality": .text(quality), "overview": .text(overview), "notes": .text(notes),
      "added_at": VaultJSON.stamp(addedAt), "imported_at": VaultJSON.stamp(importedAt),
    ]
  }
}

extension VaultEpisodeRow {
  var json: JSONValue {
    [
      "id": .count(id), "series_id": .count(seriesID), "season": .count(season), "episode": .count(episode),
      "title": .string(title), "code": .string(code), "air_date": .text(airDate), "watched": .bool(watched),
      "notes": .text(notes), "deleted": false,
    ]
  }
}

/// The ways in which a call fails.
enum VaultFailure: Error {
  case detail(Int, String, challenge: Bool = false)
  case validation([JSONValue])
  /// An uncaught exception: a plain-text 500.
  case crash
  case rateLimited(String)

  static func notFound(_ thing: String) -> VaultFailure { .detail(404, "\(thing) not found") }

  var response: HTTPResponse {
    switch self {
    case .detail(let status, let text, let challenge):
      var response = VaultJSON.answer(["detail": .string(text)], status: status)
      if challenge { response.fields["WWW-Authenticate"] = "Bearer" }
      return response
    case .validation(let errors): return VaultJSON.answer(["detail": .array(errors)], status: 422)
    case .crash: return .text("Internal Server Error", status: 500)
    case .rateLimited(let limit):
      return VaultJSON.answer(["error": .string("Rate limit exceeded: \(limit)")], status: 429)
    }
  }
}
