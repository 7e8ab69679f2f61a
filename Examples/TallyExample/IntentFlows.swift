import Runner
import TallyKit
import TallyTesting

/// Flows that run the actions which the app offers to voice assistants and shortcuts.
enum IntentFlows {
  static let all: [Flow<TallyStage>] = [
    Flow("intent-marks-next-episode", needsFake: true) { _ in
      let fresh = try await Fresh()
      let intents = TallyIntents(tally: fresh.tally)
      let suggested = try await intents.suggested()
      let show = try require(try await intents.matching("lighthouse winter").first, "the show by its title")
      try expectEqual(suggested.contains { $0.id == show.id }, true, "the show among the suggestions")
      try expectEqual(try await intents.items(of: [show.id]).map(\.title), [show.title], "the show by its id")
      let reply = try await intents.markNextWatched(show.id)
      await fresh.tally.queue.settled()
      try expectEqual(fresh.watched(show.id, reply.subject.season).last, reply.subject.episode, "the server's last one")
      fresh.network.isDown = true
      let next = try await intents.markNextWatched(show.id)
      try expectEqual(next.subject.episode, reply.subject.episode + 1, "the one after it, without a network")
      fresh.network.isDown = false
      await fresh.tally.queue.flush()
      await fresh.tally.queue.settled()
      try expectEqual(fresh.watched(show.id, next.subject.season).last, next.subject.episode, "and on the server")
      return reply.sentence
    }
  ]
}
