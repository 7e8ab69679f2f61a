import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The newest episodes, with what is left of each; a tap plays it.
struct LatestScreen: View {
  private let shelf: ShelfService
  @StateObject private var latest: ObservableViewModel<LatestViewModel>
  @StateObject private var player: ObservableViewModel<PlayerViewModel>
  @State private var system: SystemPlayback?
  @State private var showsPlayer = false
  @Environment(\.scenePhase) private var scenePhase

  /// - Parameter engine: AVPlayer by default; a preview plays silence.
  init(shelf: ShelfService, engine: @autoclosure @escaping () -> any PlaybackEngine = AVPlayerEngine()) {
    self.shelf = shelf
    _latest = StateObject(wrappedValue: LatestViewModel(shelf: shelf).observable())
    _player = StateObject(wrappedValue: PlayerViewModel(shelf: shelf, engine: engine()).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: latest)
      if let text = latest.emptyMessage { Text(text).foregroundStyle(.secondary) }
      ForEach(latest.entries.value ?? []) { entry in
        Button {
          player.model.open(entry.id)
          showsPlayer = true
        } label: {
          PictureRow(title: entry.title, detail: "\(entry.author) · \(entry.timeLeft)") {
            PictureView(entry.artwork, in: shelf.covers) { Color.gray.opacity(0.2) }
          }
        }
      }
    }
    .navigationTitle("Latest")
    .task {
      if system == nil { system = SystemPlayback(player.model) }
      latest.model.load()
    }
    .refreshable { await latest.model.refreshAndWait() }
    .sheet(isPresented: $showsPlayer) { PlayerScreen(player: player, covers: shelf.covers) }
    .onChange(of: scenePhase) { phase in
      if phase == .background { player.model.saveNow() }
    }
  }
}

extension QueueEntry {
  /// `23 min left`
  var timeLeft: String {
    guard let duration else { return "" }
    return "\(Int(max(0, duration - (progress?.position ?? 0)) / 60)) min left"
  }
}
