import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("Documents of the contract")
struct ContractTests {
  @Test("are read without a fault and written back with the same values", arguments: try ContractDocument.all())
  func roundTrip(_ document: ContractDocument) throws { try document.check() }

  /// The members without which a value is none, as the documentation of the models names them.
  private static let required: Set<String> = [
    "analysis", "analysis.showDetails", "availability", "currentEpisode.episode_number", "currentEpisode.season_number",
    "episodeDetails[].number", "episodes[].episode_number", "id", "ok", "raw", "recommendations", "results",
    "results[].id", "seasons", "seasonInfo[].seasonNumber", "service.id", "services", "services[].id",
    "services[].service",
    "show.id", "showDetails.id", "shows", "shows.id", "shows[].id", "shows[].show_id", "shows[].tmdbId",
    "streamingServices[].id", "streaming_provider.id", "subscriptions", "subscriptions[].id", "user", "user.id",
    "userShow", "userShow.id", "userShow.show_id", "watchProviders[].providerId",
  ]

  /// Members that give their neighbour its form, as a pattern without confidence is a bare word, or that can have several.
  private static func givesForm(_ path: String) -> Bool {
    path.hasSuffix("pattern.confidence") || path.hasSuffix("pattern") || path.hasSuffix("logo_path")
      || path.contains("seasons.") || path == "seasons" || path.hasSuffix("service.id")
      || path.hasSuffix("streamingServices[].id")
  }

  @Test("each member: missing, null, of a wrong type, huge, negative, empty does no harm beyond itself")
  func everyMember() throws {
    var vital: Set<String> = []
    var cases = 0
    var done: Set<String> = []
    for document in try ContractDocument.all() {
      let thin = document.wire.thinned()
      let whole = try document.rewrite(thin.serialized(), DecodingIssues())
      for path in thin.memberPaths() {
        let name = JSONValue.name(path)
        guard done.insert(Self.ending(name, 3)).inserted else { continue }
        let value = try #require(thin[path[...]])
        for spoiling in Spoiling.allCases {
          cases += 1
          let spoilt = thin.replacing(path[...], with: spoiling.value(insteadOf: value))
          let issues = DecodingIssues()
          guard let rewritten = try? document.rewrite(spoilt.serialized(), issues) else {
            vital.insert(Self.ending(name))
            continue
          }
          if whole[path[...]] != nil, spoiling == .wrongType {
            #expect(issues.count > 0 || Self.givesForm(name), "\(document.name): \(name) is not counted")
          }
          if Self.givesForm(name) { continue }
          if rewritten.replacing(path[...], with: nil) != whole.replacing(path[...], with: nil) {
            vital.insert(Self.ending(name))
          }
        }
      }
    }
    #expect(vital.subtracting(Self.required) == [])
    #expect(cases > 1500)
  }

  private static func ending(_ path: String, _ parts: Int = 2) -> String {
    path.split(separator: ".").suffix(parts).joined(separator: ".")
  }
}
