import Foundation
import MediaCore
import TestSupport
import Testing

extension Attacks {
  @Suite("Hostile numbers, moments and keys in answers", .serialized)
  struct AnswerTests {
    @Test(
      "one in an answer costs an element or a typed error, and nothing of it lasts",
      arguments: try await AttackedCall.all())
    func answers(attacked: AttackedCall) async throws {
      let world = World(attacked.service)
      var launch = try await world.signedIn()
      let call = try #require(launch.calls.first { $0.name == attacked.name })
      world.answers.start()
      try await call.run(Arguments())
      await launch.settle()
      for (place, body, name) in attacked.sample(of: Self.cases(world.answers.kept)) {
        await Meter.measure("\(attacked): \(place.operation) \(name)") {
          world.answers.start(replacing: place) { answer in
            var answer = answer
            answer.body = body
            return answer
          }
          do { try await call.run(Arguments()) } catch {
            #expect(typed(error) != nil, "\(attacked): \(place.operation) \(name): \(error)")
          }
          await launch.settle()
        }
      }
      world.answers.start()
      launch = try await world.launch()
      await Meter.measure("\(attacked): relaunch") { await launch.settle() }
      try await launch.signIn()
      try await #require(launch.calls.first { $0.name == attacked.name }).run(Arguments())
      await launch.settle()
      let (shown, unspoilt) = (try await launch.shown(), try await Self.shownUnspoilt(attacked))
      #expect(shown == unspoilt, "\(attacked)")
    }

    /// The text of a device that was not attacked.
    private static func shownUnspoilt(_ attacked: AttackedCall) async throws -> String {
      let launch = try await World(attacked.service).signedIn()
      for _ in 0..<2 {
        try await #require(launch.calls.first { $0.name == attacked.name }).run(Arguments())
        await launch.settle()
      }
      return try await launch.shown()
    }

    private static func cases(
      _ kept: [(place: AnswerTap.Place, answer: HTTPResponse)]
    ) -> [(place: AnswerTap.Place, body: Data, name: String)] {
      kept.flatMap { place, answer in
        guard let body = try? JSONValue(parsing: answer.body) else { return [] as [(AnswerTap.Place, Data, String)] }
        return body.spoilt().map { (place, $0.value.serialized(), $0.name) }
      }
    }
  }
}
