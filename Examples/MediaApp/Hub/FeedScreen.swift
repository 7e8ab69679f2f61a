import Foundation
import HubClient
import MediaCore
import SwiftUI

/// The newest videos of the channels, and which of them were watched.
struct FeedScreen: View {
  private let pictures: PictureLoader
  @StateObject private var feed: ObservableViewModel<FeedViewModel>
  @Environment(\.openURL) private var openURL
  @Environment(\.scenePhase) private var scenePhase

  init(hub: HubService) {
    pictures = PictureLoader(client: hub.client)
    _feed = StateObject(wrappedValue: FeedViewModel(hub: hub).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: feed)
      filters
      if feed.needsChannels {
        Text("The feed is empty: follow a channel first.")
        NavigationLink("Add Channels", value: HubPlace.channels)
      } else if feed.videos.isEmpty {
        ListPhaseRow(phase: feed.isLoaded ? .empty : .loading, empty: "No video matches.")
      }
      if feed.undoable != nil { Button("Undo Hiding") { feed.model.undoHiding() } }
      ForEach(feed.videos) { row($0) }
    }
    .searchable(text: feed.binding(\.filter.searchText), prompt: "Videos")
    .navigationTitle("Feed (\(feed.unwatchedCount))")
    .toolbar {
      NavigationLink("Channels", value: HubPlace.channels)
      NavigationLink("Settings", value: HubPlace.settings)
    }
    .task {
      feed.model.load()
      feed.model.loadChannelTitles()
    }
    .refreshable { await feed.model.refreshAndWait() }
    .onChange(of: scenePhase) { phase in
      if phase == .active { feed.model.didBecomeActive() }
    }
  }

  @ViewBuilder private var filters: some View {
    Section {
      Picker("Show", selection: feed.binding(\.filter.status)) {
        ForEach(FeedFilter.Status.allCases, id: \.self) { Text($0.rawValue.capitalized).tag($0) }
      }
      Picker("Shorts", selection: feed.binding(\.filter.shorts)) {
        ForEach(FeedFilter.Shorts.allCases, id: \.self) { Text($0.rawValue.capitalized).tag($0) }
      }
      if feed.filter.channelId != nil {
        Button("Show All Channels") { feed.model.filter.channelId = nil }
      }
      if let asOf = feed.lastSync { Text(asOf, style: .relative).foregroundStyle(.secondary) }
      if feed.isRefreshing {
        ProgressView()
        Button("Stop", role: .cancel) { feed.model.cancelRefresh() }
      }
    }
  }

  private func row(_ video: Video) -> some View {
    Button {
      feed.model.mark(video, as: .watched)
      if let url = video.watchURL { openURL(url) }
    } label: {
      PictureRow(title: video.title ?? video.videoId, detail: feed.state.channelTitle(of: video) ?? "") {
        PictureView(video.thumbnailURL, from: pictures) { Color.gray.opacity(0.2) }
      }
    }
    .foregroundStyle(feed.state.status(of: video).isUnwatched ? .primary : .secondary)
    .contextMenu {
      Button("Watched") { feed.model.mark(video, as: .watched) }
      Button("Unwatched") { feed.model.mark(video, as: .unwatched) }
      Button("Skip") { feed.model.mark(video, as: .skipped) }
      Button("Hide") { feed.model.hide(video) }
      if let channel = video.channelId {
        Button("Only This Channel") { feed.model.filter.channelId = channel }
        Button("Mark the Channel as Watched") { feed.model.markChannelWatched(channel) }
      }
    }
  }
}
