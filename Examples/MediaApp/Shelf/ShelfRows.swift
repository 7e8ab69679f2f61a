import MediaCore
import ShelfClient
import SwiftUI

/// The rows of a list of Audiobookshelf: a tap opens or plays what the row stands for.
struct ShelfRows<Menu: View>: View {
  let rows: [ShelfRow]
  let shelf: ShelfService
  /// The library whose rows are shown, for rows that do not name theirs.
  var library: String?
  /// Called when a row comes into view, so that the next page is requested in time.
  var appear: (ShelfRow.ID) -> Void = { _ in }
  let play: (PlayableID) -> Void
  @ViewBuilder let menu: (ShelfRow) -> Menu

  var body: some View {
    ForEach(rows) { row in
      Group {
        switch ShelfTap.of(row, in: library) {
        case .open(let place): NavigationLink(value: place) { label(row) }
        case .play(let id): Button(action: { play(id) }, label: { label(row) })
        case nil: label(row)
        }
      }
      .contextMenu { menu(row) }
      .onAppear { appear(row.id) }
    }
  }

  private func label(_ row: ShelfRow) -> some View {
    PictureRow(title: row.title, detail: row.subtitle) {
      PictureView(row.artwork, in: shelf.covers) { Color.gray.opacity(0.2) }
    }
  }
}

/// A whole screen of such rows, for every view model of a list: its trouble, its rows and its next page.
struct ShelfList<Model: ViewModel, Top: View, Menu: View>: View where Model.State: RowListState {
  @ObservedObject var list: ObservableViewModel<Model>
  let shelf: ShelfService
  var library: String?
  let empty: String
  let appear: (ShelfRow.ID) -> Void
  let play: (PlayableID) -> Void
  @ViewBuilder let top: () -> Top
  @ViewBuilder let menu: (ShelfRow) -> Menu

  var body: some View {
    List {
      TroubleSection(model: list)
      top()
      ListPhaseRow(phase: .of(list.rows), empty: empty)
      ShelfRows(rows: list.rows.value ?? [], shelf: shelf, library: library, appear: appear, play: play, menu: menu)
      if list.isLoadingMore { ProgressView() }
    }
    .task { list.model.load() }
    .refreshable { await list.model.refreshAndWait() }
  }
}
