import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The user's playlists in a library, and a field to make one.
struct PlaylistsScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var playlists: ObservableViewModel<PlaylistListViewModel>

  init(shelf: ShelfService, library: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _playlists = StateObject(wrappedValue: PlaylistListViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: playlists, shelf: shelf, library: library, empty: "You have no playlist in this library.",
      appear: { playlists.model.appear($0) }, play: play
    ) {
      AddField(prompt: "New playlist", button: "Make") { playlists.model.create($0) }
    } menu: { row in
      Button("Delete", role: .destructive) { playlists.model.remove(row.id) }
    }
    .navigationTitle("Playlists")
  }
}

/// The entries of a playlist.
struct PlaylistScreen: View {
  private let shelf: ShelfService
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var playlist: ObservableViewModel<PlaylistViewModel>
  @Environment(\.dismiss) private var dismiss

  init(shelf: ShelfService, playlist: String, title: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.title = title
    self.play = play
    _playlist = StateObject(
      wrappedValue: PlaylistViewModel(shelf: shelf, playlist: playlist, name: title).observable())
  }

  var body: some View {
    ShelfList(
      list: playlist, shelf: shelf, empty: "This playlist is empty. Add to it from a title's page.",
      appear: { playlist.model.appear($0) }, play: play
    ) {
      AddField(prompt: playlist.name, button: "Rename") { playlist.model.rename($0) }
      Button("Delete", role: .destructive) { playlist.model.delete() }
    } menu: { row in
      Button("Move to the Top") { playlist.model.move(row.id, to: 0) }
      if let id = row.playable { Button("Remove", role: .destructive) { playlist.model.remove(id) } }
    }
    .navigationTitle(playlist.name.isEmpty ? title : playlist.name)
    .onChange(of: playlist.isGone) { isGone in
      if isGone { dismiss() }
    }
  }
}

/// The collections of a library.
struct CollectionsScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var collections: ObservableViewModel<CollectionListViewModel>

  init(shelf: ShelfService, library: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _collections = StateObject(wrappedValue: CollectionListViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: collections, shelf: shelf, library: library, empty: "This library has no collection.",
      appear: { collections.model.appear($0) }, play: play
    ) {
    } menu: { row in
      Button("Delete", role: .destructive) { collections.model.remove(row.id) }
    }
    .navigationTitle("Collections")
  }
}

/// The books of a collection.
struct CollectionScreen: View {
  private let shelf: ShelfService
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var collection: ObservableViewModel<CollectionViewModel>
  @Environment(\.dismiss) private var dismiss

  init(shelf: ShelfService, collection: String, title: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.title = title
    self.play = play
    _collection = StateObject(
      wrappedValue: CollectionViewModel(shelf: shelf, collection: collection, name: title).observable())
  }

  var body: some View {
    ShelfList(
      list: collection, shelf: shelf, empty: "This collection is empty.", appear: { collection.model.appear($0) },
      play: play
    ) {
    } menu: { row in
      Button("Remove", role: .destructive) { collection.model.remove(row.id) }
    }
    .navigationTitle(title)
    .onChange(of: collection.isGone) { isGone in
      if isGone { dismiss() }
    }
  }
}
