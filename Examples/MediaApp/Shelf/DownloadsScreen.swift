import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The titles on this device, those under way, and the rules for both.
struct DownloadsScreen: View {
  private let shelf: ShelfService
  private let play: (PlayableID) -> Void
  @StateObject private var downloads: ObservableViewModel<DownloadsViewModel>

  init(shelf: ShelfService, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.play = play
    _downloads = StateObject(wrappedValue: DownloadsViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: downloads)
      if let text = downloads.emptyMessage { Text(text).foregroundStyle(.secondary) }
      ForEach(downloads.downloads ?? []) { row($0) }
      if !downloads.removed.isEmpty {
        Section("Removed") {
          ForEach(downloads.removed) { removed in
            Button {
              downloads.model.download(removed.id, title: removed.title)
            } label: {
              PictureRow(title: removed.title, detail: removed.explanation) { Color.gray.opacity(0.2) }
            }
          }
        }
      }
      Section("\(downloads.usedBytes / 1_000_000) MB on This Device") {
        Toggle("Only on Wi-Fi", isOn: rule(\.onlyOnWifi))
        Toggle("Download What I Play", isOn: rule(\.downloadsPlayed))
        Toggle("Remove What I Finished", isOn: rule(\.removesFinished))
        Button("Remove All", role: .destructive) { downloads.model.removeAll() }
      }
    }
    .navigationTitle("Downloads")
    .task { downloads.model.load() }
    .refreshable { await downloads.model.refreshAndWait() }
  }

  private func row(_ download: LocalDownload) -> some View {
    Button {
      play(download.id)
    } label: {
      VStack(alignment: .leading) {
        PictureRow(title: download.title, detail: downloads.explanations[download.id] ?? download.author) {
          PictureView(download.artwork, in: shelf.covers) { Color.gray.opacity(0.2) }
        }
        if download.phase != .complete { ProgressView(value: download.fraction ?? 0) }
      }
    }
    .contextMenu {
      switch download.phase {
      case .complete: EmptyView()
      case .queued, .running, .waiting: Button("Pause") { downloads.model.pause(download.id) }
      case .paused, .failed: Button("Resume") { downloads.model.resume(download.id) }
      }
      Button("Remove", role: .destructive) { downloads.model.remove(download.id) }
    }
  }

  private func rule(_ part: any WritableKeyPath<DownloadRules, Bool> & Sendable) -> Binding<Bool> {
    downloads.binding((\DownloadsViewModel.State.rules).appending(path: part)) { model, isOn in
      var rules = model.state.rules
      rules[keyPath: part] = isOn
      model.setRules(rules)
    }
  }
}

/// The episodes that the server itself is downloading from their publishers.
struct EpisodeQueueScreen: View {
  @StateObject private var queue: ObservableViewModel<EpisodeQueueViewModel>

  init(shelf: ShelfService, library: String) {
    _queue = StateObject(wrappedValue: EpisodeQueueViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: queue)
      ListPhaseRow(
        phase: .of(queue.queue) { $0.queue.isEmpty && $0.currentDownload == nil },
        empty: "The server is downloading nothing.")
      if let now = queue.queue.value?.currentDownload {
        Section("Now") { Text(now.episodeDisplayTitle ?? "") }
      }
      ForEach(queue.queue.value?.queue ?? []) { episode in
        Text(episode.episodeDisplayTitle ?? "").contextMenu {
          if let podcast = episode.libraryItemId {
            Button("Cancel All of This Podcast", role: .destructive) { queue.model.clear(podcast) }
          }
        }
      }
    }
    .navigationTitle("On Their Way")
    .task { queue.model.load() }
    .refreshable { await queue.model.refreshAndWait() }
  }
}
