import Foundation
import MediaCore
import ShelfClient
import SwiftUI

struct PlayerScreen: View {
  @ObservedObject var player: ObservableViewModel<PlayerViewModel>
  private let shelf: ShelfService
  @StateObject private var bookmarks: ObservableViewModel<BookmarksViewModel>
  /// The place of the seek bar's knob, 0…1. It follows the player unless a finger holds it.
  @State private var place = 0.0
  @State private var isHeld = false
  @Environment(\.dismiss) private var dismiss

  init(player: ObservableViewModel<PlayerViewModel>, shelf: ShelfService) {
    self.player = player
    self.shelf = shelf
    _bookmarks = StateObject(wrappedValue: BookmarksViewModel(shelf: shelf).observable())
  }

  var body: some View {
    ScrollView { content.padding() }
  }

  private var content: some View {
    VStack(spacing: 16) {
      // On a Mac a sheet has no other way out.
      Button("Close") { dismiss() }
      PictureView(player.id.map { Artwork(.item($0.libraryItemId), updatedAt: nil, width: 800) }, in: shelf.covers) {
        Color.gray.opacity(0.2)
      }
      .frame(width: 280, height: 280)
      .cornerRadius(12)
      Text(player.title).font(.title2).lineLimit(2)
      Text(player.chapter?.title ?? player.author).foregroundStyle(.secondary)
      seekBar
      HStack(spacing: 32) {
        button("gobackward", "Back") { player.model.skipBackward() }
        button(player.isPlaying ? "pause.fill" : "play.fill", player.isPlaying ? "Pause" : "Play") {
          player.model.togglePlayback()
        }
        button("goforward", "Forward") { player.model.skipForward() }
      }
      .font(.largeTitle)
      Button("\(player.speed.rawValue.plainText)×") {
        let next = player.speed == .fastest ? PlaybackSpeed.normal : PlaybackSpeed(player.rate + 0.25)
        player.model.setSpeed(next)
      }
      if player.isStalled || player.phase == .opening { ProgressView() }
      if let error = player.error {
        Text(player.model.text(error)).foregroundStyle(.red)
        // A title that cannot be played at all, such as an e-book, has a problem: another try would end the same.
        if player.problem == nil, player.phase == .failed {
          // Opens the title again at the place where it was to play, such as a bookmark.
          Button("Try Again") { player.model.play() }
        }
      }
      if let notice = player.notice {
        Text(notice)
        Button("OK") { player.model.dismissNotice() }
      }
      HStack(spacing: 32) {
        Button("Add Bookmark") { addBookmark() }.disabled(player.id == nil)
        if player.sleepTimer == nil {
          Button("Sleep in 30 Minutes") { player.model.setSleepTimer(.duration(1800)) }
        } else {
          Button("Stop the Sleep Timer") { player.model.cancelSleepTimer() }
        }
      }
      if let notice = bookmarks.notice { Text(notice) }
      if let next = player.nextUp { Button("Next: \(next.title)") { player.model.playNext() } }
      ForEach(player.chapters) { chapter in
        Button(chapter.title) { player.model.seek(to: chapter) }
      }
    }
  }

  private func addBookmark() {
    bookmarks.model.add("\(player.title), \(player.positionText)", at: player.position, in: player.id?.libraryItemId)
  }

  private var seekBar: some View {
    VStack {
      #if os(tvOS)
        ProgressView(value: player.fraction)
      #else
        Slider(value: $place) { isHeld in
          if !isHeld { player.model.seek(toFraction: place) }
          self.isHeld = isHeld
        }
        .onChange(of: player.fraction) { if !isHeld { place = $0 } }
      #endif
      HStack {
        Text(player.positionText)
        Spacer()
        Text(player.timeLeftText)
      }
      .font(.caption.monospacedDigit())
    }
  }

  private func button(_ image: String, _ label: String, _ action: @escaping @MainActor () -> Void) -> some View {
    Button(action: action) { Image(systemName: image) }.accessibilityLabel(label)
  }
}
