import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

extension Attacks {
  @Suite("Hostile numbers in answers about Shelf's progress", .serialized)
  struct ShelfProgressTests {
    static let members = [
      "currentTime", "duration", "progress", "ebookProgress", "lastUpdate", "startedAt", "finishedAt",
    ]
    /// The answer before a change is written, the one that it is read back from, and the list.
    static let places = [
      AnswerTap.Place(operation: .shelfProgressOne, number: 0),
      AnswerTap.Place(operation: .shelfProgressOne, number: 1),
      AnswerTap.Place(operation: .shelfProgressAll, number: 0),
    ]

    @Test("are not written back, and do not stay on the device", arguments: places, members)
    func progress(place: AnswerTap.Place, member: String) async throws {
      for value in LongRuns.all(of: Hostile.values(insteadOf: 1), orEach: 4) {
        let world = World(.shelf)
        let attacked = try await signIn(world)
        let (shelf, salt) = (attacked.shelf, attacked.salt)
        _ = try await shelf.progressStore.setPosition(salt, to: 100, duration: 5401).settled()
        world.answers.start(replacing: place) { Self.spoil($0, member, value) }
        _ = try await shelf.progressStore.setPosition(salt, to: 200).settled()
        try? await shelf.progressStore.refresh()
        let bad = try #require(try await shelf.progressStore.progress(of: salt))
        #expect((0...1).contains(bad.fraction) && bad.position.isMediaTime, "\(value)")
        world.answers.start()
        await shelf.progressStore.flush()
        try await shelf.progressStore.refresh()

        let stored = try #require(try await shelf.progress.progress(of: salt))
        #expect(stored.currentTime == 200, "\(value)")
        #expect(stored.duration == 5401, "\(value)")
        #expect(!stored.isFinished, "\(value)")
        #expect(try abs(#require(stored.lastUpdate).timeIntervalSince(world.clock.now())) < 3600, "\(value)")
        // If the server's wrong duration is plausible, `fraction` uses it until the next change.
        if member != "duration" { #expect(abs(stored.fraction - 200 / 5401) < 1e-9, "\(value)") }
        #expect(try await shelf.progressStore.progress(of: salt)?.position == 200, "\(value)")
        #expect(try await shelf.queue.open().isEmpty, "\(value)")
        for conflict in try await shelf.progressStore.conflicts() {
          #expect(conflict.lost.position.isMediaTime, "\(value)")
        }
      }
    }

    private func signIn(_ world: World) async throws -> AttackedShelf {
      let environment = ClientEnvironment.manual(clock: world.clock, files: world.files, secrets: world.secrets)
      let attacked = try AttackedShelf(
        AttackedLaunch.Parts(transport: world.answers, environment: environment, clock: world.clock))
      try await attacked.shelf.account.signIn(username: "ada", password: "correct horse")
      return attacked
    }

    private static func spoil(_ answer: HTTPResponse, _ member: String, _ value: JSONValue) -> HTTPResponse {
      var answer = answer
      guard let body = try? JSONValue(parsing: answer.body) else { return answer }
      let record: [JSONValue.Step] = body["mediaProgress"] == nil ? [] : ["mediaProgress", 0]
      answer.body = body.replacing(record + [.member(member)], with: value).serialized()
      return answer
    }
  }
}
