import Foundation
import HubTesting
import MediaCore
import Testing

@testable import HubClient

@Suite("The actions of voice assistants and shortcuts")
struct HubIntentsTests {
  @Test("it suggests the newest unwatched videos, finds others by words, and sends no request")
  func videos() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.videos.fetch()
    try await library.channels.setTitles([HubWorld.workshop: "The Workshop"])
    let known = try await library.videos.known().videos
    try await library.statuses.set(.watched, for: known[0].id)
    let sent = harness.faults.operations.count
    let intents = HubIntents(hub: harness.hub)
    #expect(try await intents.suggested().map(\.id) == known.dropFirst().map(\.id))
    #expect(try await intents.matching("rye BEGINNERS").map(\.id) == ["kitchenRye1"])
    #expect(try await intents.matching("workshop").contains { $0.id == "wkshopBench" })
    #expect(try await intents.matching("").map(\.id) == intents.suggested().map(\.id))
    #expect(
      try await intents.rows(of: ["kitchenRye1", "none", known[0].id]).map(\.id) == ["kitchenRye1", known[0].id])
    #expect(harness.faults.operations.count == sent)
  }

  @Test("a mark is durable, and a video that this device does not have is marked as well")
  func mark() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch()
    let intents = HubIntents(hub: harness.hub)
    let reply = try await intents.markWatched("kitchenTimr")
    #expect(reply == IntentReply("kitchenTimr", sentence: "“Timing is everything” is marked as watched."))
    #expect(try await intents.markWatched("elsewhere01").sentence == "The video is marked as watched.")
    let later = try harness.relaunched()
    #expect(try await later.hub.library.statuses.status(of: "kitchenTimr") == .watched)
    #expect(try await later.hub.library.statuses.status(of: "elsewhere01") == .watched)
  }
}
