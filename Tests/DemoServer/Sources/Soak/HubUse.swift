import HubClient
import HubTesting
import MediaCore
import MediaTesting

/// The feed and the channels of a Hub, which keeps no watch statuses: these are only on the device.
@MainActor
struct HubUse: Use {
  let phone: Phone
  let random: SeededRandom
  let ledger: Ledger

  private var hub: HubService { phone.hub }
  private var owner: Ledger.Owner { phone.identity.owner("hub") }

  var actions: [Action] {
    [
      Action("feed", "hub", 3) { await feed() },
      Action("mark a video", "hub", 3) { try await mark() },
      Action("channels", "hub", 1) { await channels() },
    ]
  }

  private func feed() async {
    let model = FeedViewModel(hub: hub)
    model.onChange = { _ in }
    model.load()
    await model.settled()
    model.filter.searchText = random.pick(["", "a", "wood"])
    model.filter.status = random.pick(FeedFilter.Status.allCases)
    model.refresh(force: random.oneIn(3))
    if random.oneIn(5) { return }
    await model.settled()
  }

  private func mark() async throws {
    let model = FeedViewModel(hub: hub)
    model.filter.status = .all
    model.load()
    await model.settled()
    guard let video = random.any(model.state.videos) else { return }
    model.mark(video, as: random.pick([.watched, .skipped, .unwatched]))
    if random.oneIn(3) { model.setPosition(random.number(1, 60), of: video) }
    await model.settled()
    let status = try await hub.library.statuses.status(of: video.videoId)
    ledger.note("video \(video.videoId)", .text("\(status)"), of: owner)
  }

  private func channels() async {
    let model = ChannelsViewModel(hub: hub)
    await show(model)
    model.add(random.pick([HubWorld.workshop, HubWorld.kitchen]))
    await model.settled()
  }
}
