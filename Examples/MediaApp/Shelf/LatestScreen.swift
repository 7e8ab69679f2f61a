import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The newest episodes, with what is left of each; a tap plays it.
struct LatestScreen: View {
  private let shelf: ShelfService
  private let play: (PlayableID) -> Void
  @StateObject private var latest: ObservableViewModel<LatestViewModel>

  init(shelf: ShelfService, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.play = play
    _latest = StateObject(wrappedValue: LatestViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: latest)
      if let text = latest.emptyMessage {
        Text(text).foregroundStyle(.secondary)
      } else if latest.entries.value == nil {
        ListPhaseRow(phase: .of(latest.entries), empty: "")
      }
      ForEach(latest.entries.value ?? []) { entry in
        Button {
          play(entry.id)
        } label: {
          PictureRow(title: entry.title, detail: "\(entry.author) · \(entry.timeLeft)") {
            PictureView(entry.artwork, in: shelf.covers) { Color.gray.opacity(0.2) }
          }
        }
        .contextMenu {
          Button("Mark as Finished") { latest.model.markFinished(entry.id) }
          Button("Restart") { latest.model.restart(entry.id) }
          Button("Remove from Queue", role: .destructive) { latest.model.remove(entry.id) }
        }
      }
      if latest.undoable != nil { Button("Undo Removal") { latest.model.undoRemoval() } }
      if latest.hasMore { Button("More") { latest.model.loadMore() }.disabled(latest.isLoadingMore) }
    }
    .navigationTitle("Latest")
    .toolbar {
      NavigationLink("Libraries", value: ShelfPlace.libraries)
      NavigationLink("Downloads", value: ShelfPlace.downloads)
      NavigationLink("Settings", value: ShelfPlace.settings)
    }
    .task { latest.model.load() }
    .refreshable { await latest.model.refreshAndWait() }
  }
}

extension QueueEntry {
  /// `23 min left`
  var timeLeft: String {
    guard let duration else { return "" }
    return "\(Int(max(0, duration - (progress?.position ?? 0)) / 60)) min left"
  }
}
