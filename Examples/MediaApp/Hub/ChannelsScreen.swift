import Foundation
import HubClient
import MediaCore
import SwiftUI

/// The channels that the user follows, and a field to follow another one.
struct ChannelsScreen: View {
  private let pictures: PictureLoader
  @StateObject private var channels: ObservableViewModel<ChannelsViewModel>

  init(hub: HubService) {
    pictures = PictureLoader(client: hub.client)
    _channels = StateObject(wrappedValue: ChannelsViewModel(hub: hub).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: channels)
      AddField(prompt: "Channel ID or address", button: "Follow") { channels.model.add($0) }
      if channels.channels.isEmpty {
        ListPhaseRow(phase: channels.isLoaded ? .empty : .loading, empty: "You follow no channel yet.")
      }
      ForEach(channels.channels) { channel in
        PictureRow(title: channel.title, detail: detail(of: channel)) {
          PictureView(channel.pictureURL, from: pictures) { Color.gray.opacity(0.2) }
        }
        .contextMenu {
          Button("Mark as Watched") { channels.model.markWatched(channel.id) }
          Button("Unfollow", role: .destructive) { channels.model.remove(channel.id) }
        }
        if case .refused(let reason) = channel.registration {
          Text(reason).foregroundStyle(.red)
          Button("Try Again") { channels.model.retry() }
        }
      }
    }
    .navigationTitle("Channels")
    .task { channels.model.load() }
    .refreshable { await channels.model.refreshAndWait() }
  }

  private func detail(of channel: ChannelsViewModel.Row) -> String {
    channel.registration == .waiting ? "Not at the Hub yet" : "\(channel.unseenCount) new of \(channel.videoCount)"
  }
}
