import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// A book with its chapters, or a podcast with its episodes.
struct ItemScreen: View {
  private let shelf: ShelfService
  private let play: (PlayableID) -> Void
  @StateObject private var item: ObservableViewModel<ItemViewModel>
  @StateObject private var downloads: ObservableViewModel<DownloadsViewModel>
  @State private var listed: PlayableID?

  init(shelf: ShelfService, item: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.play = play
    _item = StateObject(wrappedValue: ItemViewModel(shelf: shelf, item: item).observable())
    _downloads = StateObject(wrappedValue: DownloadsViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: item)
      if item.isGone { Text("This title is no longer on the server.") }
      ListPhaseRow(phase: .of(item.item) { _ in false }, empty: "")
      if let row = item.row {
        PictureRow(title: row.title, detail: row.subtitle) {
          PictureView(row.artwork, in: shelf.covers) { Color.gray.opacity(0.2) }
        }
      }
      if let next = item.next {
        Section {
          Button("Play") { play(next) }
          actions(next)
        }
      }
      if !item.chapters.isEmpty {
        Section("Chapters") {
          ForEach(item.chapters) { Text($0.title) }
        }
      }
      if !item.episodes.isEmpty {
        Section("Episodes") {
          ShelfRows(rows: item.episodes, shelf: shelf, play: play) { row in
            if let id = row.playable { actions(id) }
          }
        }
      }
    }
    .navigationTitle(item.row?.title ?? "")
    .task { item.model.load() }
    .refreshable { await item.model.refreshAndWait() }
    .sheet(item: $listed) { AddToPlaylistScreen(shelf: shelf, entry: $0, library: item.row?.libraryId ?? "") }
  }

  @ViewBuilder
  private func actions(_ id: PlayableID) -> some View {
    Button("Mark as Finished") { item.model.markFinished(id) }
    Button("Restart") { item.model.restart(id) }
    Button("Add to Queue") { item.model.addToQueue(id) }
    Button("Download") { downloads.model.download(id, title: item.row?.title ?? "") }
    if item.row?.libraryId != nil { Button("Add to Playlist") { listed = id } }
  }
}

/// The playlists that a title can be added to.
struct AddToPlaylistScreen: View {
  private let entry: PlayableID
  private let shelf: ShelfService
  @StateObject private var playlists: ObservableViewModel<PlaylistListViewModel>
  @State private var trouble: String?
  @Environment(\.dismiss) private var dismiss

  init(shelf: ShelfService, entry: PlayableID, library: String) {
    self.entry = entry
    self.shelf = shelf
    _playlists = StateObject(wrappedValue: PlaylistListViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    NavigationStack {
      List {
        TroubleSection(model: playlists)
        AddField(prompt: "New playlist", button: "Make") { name in
          playlists.model.create(name, entries: [entry])
          dismiss()
        }
        ListPhaseRow(phase: .of(playlists.rows), empty: "You have no playlist in this library.")
        ForEach(playlists.rows.value ?? []) { row in
          Button(row.title) { add(to: row.id) }
        }
        if let trouble { Text(trouble).foregroundStyle(.red) }
      }
      .navigationTitle("Add to Playlist")
      .toolbar { Button("Close") { dismiss() } }
      .task { playlists.model.load() }
    }
  }

  private func add(to playlist: String) {
    Task {
      do throws(ClientError) {
        try await shelf.playlistStore.add([entry], to: playlist)
        dismiss()
      } catch { trouble = error.text(.english) }
    }
  }
}
