import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The series of a library.
struct SeriesListScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var series: ObservableViewModel<SeriesListViewModel>

  init(shelf: ShelfService, library: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _series = StateObject(wrappedValue: SeriesListViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: series, shelf: shelf, library: library, empty: "This library has no series.",
      appear: { series.model.appear($0) }, play: play
    ) {
    } menu: { _ in
    }
    .navigationTitle("Series")
  }
}

/// The authors of a library.
struct AuthorsScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var authors: ObservableViewModel<AuthorListViewModel>

  init(shelf: ShelfService, library: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _authors = StateObject(wrappedValue: AuthorListViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: authors, shelf: shelf, library: library, empty: "This library has no authors.",
      appear: { authors.model.appear($0) }, play: play
    ) {
    } menu: { _ in
    }
    .navigationTitle("Authors")
  }
}

/// The genres, narrators or tags of a library.
struct GroupScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var groups: ObservableViewModel<GroupListViewModel>

  init(
    shelf: ShelfService, group: GroupListViewModel.Group, library: String, play: @escaping (PlayableID) -> Void
  ) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _groups = StateObject(
      wrappedValue: GroupListViewModel(shelf: shelf, group: group, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: groups, shelf: shelf, library: library, empty: "This library has none.",
      appear: { groups.model.appear($0) }, play: play
    ) {
    } menu: { _ in
    }
    .navigationTitle("Browse")
  }
}
