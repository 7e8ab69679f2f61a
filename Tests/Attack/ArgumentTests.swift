import Foundation
import MediaCore
import TestSupport
import Testing

/// All attacks, one after the other: a long run measures each alone.
@Suite("Attacks", .serialized) enum Attacks {}

extension Attacks {
  @Suite("Hostile arguments", .serialized)
  struct ArgumentTests {
    @Test(
      "each call accepts each value, or throws a typed error, and works afterwards",
      arguments: try await AttackedCall.all())
    func arguments(attacked: AttackedCall) async throws {
      let world = World(attacked.service)
      var launch = try await world.signedIn()
      let call = try #require(launch.calls.first { $0.name == attacked.name })
      let good = Arguments()
      try await call.run(good)
      for choice in attacked.sample(of: good.choices) {
        await Meter.measure("\(attacked): \(choice)") {
          do { try await call.run(Arguments(choice)) } catch {
            #expect(typed(error) != nil, "\(attacked): \(choice): \(error)")
          }
          await launch.settle()
        }
      }
      // Restart the app: it must read all accepted changes, and the server must still answer.
      launch = try await world.launch()
      await Meter.measure("\(attacked): relaunch") { await launch.settle() }
      try await launch.signIn()
      try await #require(launch.calls.first { $0.name == attacked.name }).run(Arguments())
    }
  }
}
