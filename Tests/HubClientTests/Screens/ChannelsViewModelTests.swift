import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The screen of the channels")
@MainActor struct ChannelsViewModelTests {
  @Test("without a chosen set the channels of the stored videos are listed, by name, and one can be removed")
  func unchosen() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch(everything: true)
    let model = ChannelsViewModel(hub: harness.hub)
    model.load()
    await model.settled()
    let videos = try await harness.hub.library.videos.known().videos
    let ids = Set(videos.compactMap(\.channelId))
    #expect(ids.count > 1 && model.state.channels.map(\.id) == ids.sorted())
    #expect(model.state.channels.map(\.videoCount).reduce(0, +) == videos.count)
    #expect(model.state.channels.allSatisfy { $0.registration == .done && $0.title == $0.id })
    let first = try #require(model.state.channels.first)
    model.rename(first.id, to: "Zebra channel")
    await model.settled()
    #expect(model.state.channels.last?.title == "Zebra channel" && model.state.channels.last?.id == first.id)
    model.remove(first.id)
    await model.settled()
    #expect(!model.state.channels.contains { $0.id == first.id })
    #expect(try await !harness.hub.library.videos.known().videos.contains { $0.channelId == first.id })
  }

  @Test("an added channel is there at once, waits without a network, and survives a relaunch")
  func offline() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.channels.setWanted([HubWorld.kitchen])
    await harness.hub.queue.settled()
    harness.faults.isDown = true
    let model = ChannelsViewModel(hub: harness.hub)
    model.load()
    await model.settled()
    model.add("https://www.youtube.com/channel/\(HubWorld.harbour)/videos?view=0")
    await model.settled()
    #expect(model.state.channels.map(\.id) == [HubWorld.kitchen, HubWorld.harbour])
    #expect(model.state.channels.map(\.registration) == [.done, .waiting])
    #expect(model.state.notice == nil)
    let again = try harness.relaunched()
    let next = ChannelsViewModel(hub: again.hub)
    next.load()
    await next.settled()
    #expect(next.state.channels.map(\.registration) == [.done, .done] && next.state.error == nil)
    #expect(harness.server.channels(of: HubHarness.user)?.contains(HubWorld.harbour) == true)
  }

  private nonisolated static let nothing = "This is not the id of a channel, or the address of its page."
  private nonisolated static let video =
    "This is the address of a video. Add its channel by the id or the channel’s page."
  private nonisolated static let playlist =
    "This is the address of a playlist. Add its channel by the id or the channel’s page."
  private nonisolated static func named(_ name: String) -> String {
    "Only YouTube can tell the id of “\(name)”. It is on the channel’s page under Share channel: Copy channel ID."
  }

  @Test("an error is dismissed, and comes back when a later load fails")
  func dismissedError() async throws {
    let harness = try HubHarness()
    harness.faults.isDown = true
    let model = ChannelsViewModel(hub: harness.hub)
    try await harness.hub.library.channels.add(HubWorld.harbour)
    model.load()
    await model.settled()
    #expect(model.state.error?.kind == .unreachable)
    model.dismissError()
    await model.settled()
    #expect(model.state.error == nil && model.state.channels.map(\.registration).contains(.waiting))
    model.load()
    await model.settled()
    #expect(model.state.error?.kind == .unreachable)
  }

  @Test("a channel is added by the address of its feed and by an id with a mark of direction, and removed by either")
  func pasted() async throws {
    let harness = try HubHarness()
    let model = ChannelsViewModel(hub: harness.hub)
    try await harness.hub.library.channels.setWanted(["\u{200E}\(HubWorld.workshop)"])
    model.add("https://www.youtube.com/feeds/videos.xml?channel_id=\(HubWorld.harbour)")
    model.add("\u{200E}\(HubWorld.harbour)\u{200E}")
    await model.settled()
    #expect(model.state.channels.map(\.id) == [HubWorld.workshop, HubWorld.harbour] && model.state.notice == nil)
    #expect(harness.server.channels(of: HubHarness.user)?.contains { !ChannelID.isWellFormed($0) } == false)
    try await harness.hub.library.channels.remove("\u{200E}\(HubWorld.workshop)")
    #expect(try await harness.hub.library.channels.wanted() == [HubWorld.harbour])
  }

  @Test(
    "what is no channel is answered by a notice, and nothing is stored",
    arguments: [
      ("", nothing), ("https://www.youtube.com/channel/UCshort", nothing), ("UC", nothing), ("@", nothing),
      ("https://www.youtube.com/", nothing), ("https://harbour.example/@harbour", nothing), ("a @harbour", nothing),
      ("@harbour", named("@harbour")), ("\u{200E}@harbour\u{200E}", named("@harbour")),
      ("https://www.youtube.com/@harbour", named("@harbour")),
      ("https://m.youtube.com/@harbour/videos?si=abc", named("@harbour")),
      ("look: youtube.com/@h%C3%A4fen#x", named("@häfen")),
      ("https://www.youtube.com/c/Harbour/videos", named("Harbour")),
      ("https://www.youtube.com/user/harbour", named("harbour")),
      ("https://www.youtube.com/harbour?x=1", named("harbour")),
      ("https://youtu.be/wkshopPlane?si=abc", video), ("https://m.youtube.com/watch?v=wkshopPlane", video),
      ("https://www.youtube.com/shorts/wkshopShort", video), ("https://www.youtube.com/live/kitchenLive?si=a", video),
      ("https://www.youtube.com/playlist?list=PLaaaaaaaaaaaaaaaa", playlist),
    ])
  func noChannel(_ text: String, _ notice: String) async throws {
    let harness = try HubHarness()
    let model = ChannelsViewModel(hub: harness.hub)
    model.add(text)
    await model.settled()
    #expect(model.state.notice == notice)
    #expect(model.state.channels.isEmpty)
    #expect(try await harness.hub.library.channels.missing() == [])
  }

  @Test("the notice of a refused address is gone after the next channel is added, and after a pull to refresh")
  func noticeEnds() async throws {
    let harness = try HubHarness()
    let model = ChannelsViewModel(hub: harness.hub)
    model.add("https://www.youtube.com/@workshop")
    #expect(model.state.notice == Self.named("@workshop"))
    model.add(HubWorld.harbour)
    await model.settled()
    #expect(model.state.channels.map(\.id) == [HubWorld.harbour] && model.state.notice == nil)
    model.add("https://www.youtube.com/@workshop")
    #expect(model.state.notice == Self.named("@workshop"))
    model.load()
    await model.settled()
    #expect(model.state.notice == Self.named("@workshop"))
    await model.refreshAndWait()
    #expect(model.state.notice == nil && model.state.error == nil)
  }

  @Test("a refused registration is shown at its channel, and can be sent again")
  func refused() async throws {
    let harness = try HubHarness()
    let model = ChannelsViewModel(hub: harness.hub)
    harness.faults.fail(.hubChannelsRegister, with: .status(413))
    model.add(HubWorld.harbour)
    await model.settled()
    guard case .refused(let reason) = model.state.channels.first?.registration else {
      Issue.record("\(model.state.channels)")
      return
    }
    #expect(!reason.isEmpty && model.state.notice != nil)
    model.retry()
    await model.settled()
    #expect(model.state.channels.map(\.registration) == [.done])
  }
}
