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
      ForEach(feed.videos) { video in
        Button {
          feed.model.mark(video, as: .watched)
          if let url = video.watchURL { openURL(url) }
        } label: {
          PictureRow(title: video.title ?? video.videoId, detail: feed.state.channelTitle(of: video) ?? "") {
            PictureView(video.thumbnailURL, from: pictures) { Color.gray.opacity(0.2) }
          }
        }
        .foregroundStyle(feed.state.status(of: video).isUnwatched ? .primary : .secondary)
      }
    }
    .navigationTitle("Feed (\(feed.unwatchedCount))")
    .task { feed.model.load() }
    .refreshable { await feed.model.refreshAndWait() }
    .onChange(of: scenePhase) { phase in
      if phase == .active { feed.model.didBecomeActive() }
    }
  }
}
