import Foundation
import MediaCore
import TestSupport
import Testing

@testable import TallyKit

@Suite("Documents of the contract")
struct ContractTests {
  @Test("are read without a fault and written back with the same values", arguments: try ContractDocument.all())
  func roundTrip(_ document: ContractDocument) throws { try document.check() }

  /// The required members, as the documentation of the models names them.
  private static let required: Set<String> = [
    "analysis", "analysis.showDetails", "availability", "currentEpisode.episode_number", "currentEpisode.season_number",
    "episodeDetails[].number", "episodes[].episode_number", "id", "ok", "raw", "recommendations", "results",
    "results[].id", "seasons", "seasonInfo[].seasonNumber", "service.id", "services", "services[].id",
    "services[].service",
    "show.id", "showDetails.id", "shows", "shows.id", "shows[].id", "shows[].show_id", "shows[].tmdbId",
    "streamingServices[].id", "streaming_provider.id", "subscriptions", "subscriptions[].id", "user", "user.id",
    "userShow", "userShow.id", "userShow.show_id", "watchProviders[].providerId",
  ]

  /// Whether a member decides the form of another one, such as a pattern, which is a bare word without a confidence, or can have several
  /// forms.
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
        guard done.insert("\(document.name): \(Self.ending(name, 3))").inserted else { continue }
        let value = try #require(thin[path])
        for spoiling in Spoiling.allCases {
          cases += 1
          let spoilt = thin.replacing(path, with: spoiling.value(insteadOf: value))
          let issues = DecodingIssues()
          guard let rewritten = try? document.rewrite(spoilt.serialized(), issues) else {
            vital.insert(Self.ending(name))
            continue
          }
          if whole[path] != nil, spoiling == .wrongType {
            #expect(issues.count > 0 || Self.givesForm(name), "\(document.name): \(name) is not counted")
          }
          if Self.givesForm(name) { continue }
          if rewritten.replacing(path, with: nil) != whole.replacing(path, with: nil) {
            vital.insert(Self.ending(name))
          }
        }
      }
    }
    #expect(vital.subtracting(Self.required) == [])
    #expect(cases > 1500)
  }

  /// The documents that no public model writes: the sign-in, progress under its other name, and the two forms of refusals.
  private static let others = ["auth.login", "error.envelope", "error.zod", "progress.get.no-episodes"]

  @Test("there is no document that is not read here")
  func complete() throws {
    #expect(try Fixtures.names() == (ContractDocument.all().map(\.name) + Self.others).sorted())
  }

  /// The document's variants, each with one member spoilt in one way.
  private func spoilt(_ name: String, at members: String...) throws -> [(name: String, wire: JSONValue)] {
    let wire = try Fixtures.contract(name, at: members)
    return try wire.memberPaths().flatMap { path -> [(name: String, wire: JSONValue)] in
      let value = try #require(wire[path])
      return Spoiling.allCases.map {
        (JSONValue.name(path), wire.replacing(path, with: $0.value(insteadOf: value)))
      }
    }
  }

  @Test("a sign-in needs its token and its user's id, and nothing else")
  func signIn() throws {
    for (name, wire) in try spoilt("auth.login") {
      let answer = try? JSONCoder.tally.decode(SignInAnswer.self, from: wire.serialized())
      if ["success", "user.email"].contains(name) { #expect(answer != nil, "\(name)") }
      if let answer { #expect(!answer.token.isEmpty && !answer.user.id.rawValue.isEmpty, "\(name)") }
    }
  }

  @Test("progress under its other name reads as none, however it is spoilt")
  func noEpisodes() throws {
    for (name, wire) in try spoilt("progress.get.no-episodes", at: "data") {
      if let progress = try? JSONCoder.tally.decode(ShowProgress.self, from: wire.serialized()) {
        #expect(progress == ShowProgress(), "\(name)")
      }
    }
  }

  @Test("a spoilt refusal is still one as long as anything says so", arguments: ["error.envelope", "error.zod"])
  func refusals(_ document: String) throws {
    for (name, wire) in try spoilt(document) {
      let refusal = Refusal(wire)
      let saysSo = wire["success"]?.bool == false || wire["error"]?.string != nil
      #expect((refusal != nil) == saysSo, "\(name)")
      #expect(refusal?.error(status: 400, operation: "x").kind ?? .invalidRequest == .invalidRequest)
    }
  }

  private static func ending(_ path: String, _ parts: Int = 2) -> String {
    path.split(separator: ".").suffix(parts).joined(separator: ".")
  }
}
