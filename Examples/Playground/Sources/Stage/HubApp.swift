import HubClient
import HubTesting
import MediaCore
import Panels

/// The MeTube Hub app of a device: feed with filters, channels. A Hub has no sign-in: both devices have the same user id.
@MainActor
final class HubApp: DeviceApp {
  let title = "MeTube Hub"
  let service: HubService
  let feed: FeedViewModel
  private let channels: ChannelsViewModel

  var queue: MutationQueue { service.queue }
  var systemEvents: SystemEvents { service.systemEvents }

  init(_ service: HubService, changed: @escaping @MainActor @Sendable () -> Void) {
    self.service = service
    feed = FeedViewModel(hub: service)
    channels = ChannelsViewModel(hub: service)
    feed.onChange = { _ in changed() }
    channels.onChange = { _ in changed() }
  }

  func load() {
    feed.load()
    channels.load()
  }

  func signInWithSample() async throws { load() }

  // MARK: Screens

  func draw(on sheet: Sheet) {
    let state = feed.state
    sheet.heading("Feed, \(state.unwatchedCount) unwatched")
    sheet.notice(state.notice ?? state.error.map(feed.text))
    sheet.text(state.lastSync.map { "As of \(clockTime($0))" })
    sheet.choice(
      "Show", FeedFilter.Status.allCases.map { ($0, $0.rawValue) }, selected: state.filter.status
    ) { [feed] in feed.filter.status = $0 }
    sheet.choice(
      "Shorts", FeedFilter.Shorts.allCases.map { ($0, $0.rawValue) }, selected: state.filter.shorts
    ) { [feed] in feed.filter.shorts = $0 }
    sheet.field("Search", value: state.filter.searchText) { [feed] in feed.filter.searchText = $0 }
    for video in state.videos {
      sheet.row(
        "video-\(video.videoId)", video.title ?? video.videoId, state.channelTitle(of: video) ?? "",
        marks: ["\(state.status(of: video))"],
        [
          ("Watched", { [feed] in feed.mark(video, as: .watched) }),
          ("Skipped", { [feed] in feed.mark(video, as: .skipped) }),
          ("Unwatched", { [feed] in feed.mark(video, as: .unwatched) }),
        ])
    }
    sheet.button("Refresh feed") { [feed] in feed.refresh() }
    drawChannels(on: sheet)
  }

  private func drawChannels(on sheet: Sheet) {
    sheet.heading("Channels")
    sheet.notice(channels.state.notice ?? channels.state.error.map(channels.text))
    for channel in channels.state.channels {
      sheet.row(
        "channel-\(channel.id)", channel.title, "\(channel.videoCount) videos", marks: [mark(channel.registration)],
        [("Remove", { [channels] in channels.remove(channel.id) })])
    }
    sheet.field("Add a channel", value: "") { [channels] in channels.add($0) }
  }

  private func mark(_ registration: ChannelsViewModel.Registration) -> String {
    switch registration {
    case .done: "at the Hub"
    case .waiting: "not sent yet"
    case .refused(let reason): reason
    }
  }

  // MARK: What is kept

  func conflicts(on sheet: Sheet) {
    for conflict in feed.state.conflicts {
      sheet.row(
        "hub-conflict-\(conflict.id)", conflict.text(), title,
        [
          ("Undo", { [feed] in feed.undo(conflict) }), ("Dismiss", { [feed] in feed.dismiss(conflict) }),
        ])
    }
  }
}
