import Foundation
import MediaCore
import SwiftUI
import VaultClient

/// All titles with filters, and a search that also finds titles to add.
struct VaultLibraryScreen: View {
  private let vault: VaultService
  private let pictures: PictureLoader
  @StateObject private var library: ObservableViewModel<VaultLibraryViewModel>

  init(vault: VaultService) {
    self.vault = vault
    pictures = PictureLoader(client: vault.client)
    _library = StateObject(wrappedValue: VaultLibraryViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: library)
      if let text = library.staleness?.text() { Text(text).foregroundStyle(.secondary) }
      if let tip = library.tip { TipSection(tip: tip) { library.model.tapTip($0) } }
      if library.undoable != nil { Button("Undo Removal") { library.model.undoRemoval() } }
      Toggle("Filters", isOn: library.binding(\.showsFilters) { $0.setShowsFilters($1) })
      if library.showsFilters { filters }
      if library.search.query.isEmpty { entries } else { found }
    }
    .searchable(text: library.binding(\.query), prompt: "Films and series")
    .onSubmit(of: .search) { library.model.submitSearch() }
    .navigationTitle("Library")
    .task { library.model.load() }
    .refreshable { await library.model.refreshAndWait() }
    .sheet(item: confirmation) { entry in
      DirectionSheet(entry: entry) { library.model.confirm(watched: $0) }
    }
  }

  private var confirmation: Binding<LibraryEntry?> {
    library.binding(\.confirmation) { model, entry in
      if entry == nil { model.cancelConfirmation() }
    }
  }

  @ViewBuilder private var filters: some View {
    Section("Show") {
      ForEach(LibraryFilters.Switch.allCases, id: \.self) { name in
        Toggle(name.label(), isOn: library.binding(\.filters[name]) { $0.set(name, $1) })
          .foregroundStyle(name == .unwatched && library.filterHighlight != nil ? Color.red : Color.primary)
      }
      Button("Reset") { library.model.resetFilters() }
    }
    Section("Sort") {
      ForEach(LibrarySort.Chip.allCases, id: \.self) { chip in
        Button {
          library.model.tap(chip)
        } label: {
          Label(chip.label(), systemImage: library.sort.chip == chip ? "checkmark.circle.fill" : "circle")
        }
      }
    }
  }

  @ViewBuilder private var entries: some View {
    if library.entries.isEmpty {
      ListPhaseRow(phase: .of(library.library) { _ in true }, empty: "Nothing here. Search for a title to add it.")
      if library.filters != .standard { Button("Reset Filters") { library.model.resetFilters() } }
      NavigationLink("Import from Jellyfin", value: VaultPlace.jellyfin)
    }
    ForEach(library.entries) { row($0) }
  }

  @ViewBuilder private var found: some View {
    if library.search.isSearching { ProgressView() }
    if let error = library.search.error {
      Text(library.model.text(error)).foregroundStyle(.secondary)
      Button("Try Again") { library.model.submitSearch() }
    }
    ForEach(library.search.local) { row($0) }
    Section(library.search.externalTitle()) {
      ForEach(library.search.external) { result in
        Button {
          library.model.importTitle(TitleImport(result))
        } label: {
          PictureRow(title: result.title, detail: "Add") {
            PictureView(poster: result.posterURL, of: vault, from: pictures) { Color.gray.opacity(0.2) }
          }
        }
        .disabled(library.importing.contains(result.imdbID))
      }
    }
  }

  private func row(_ entry: LibraryEntry) -> some View {
    NavigationLink(value: VaultPlace.title(entry.reference)) {
      HStack {
        PictureRow(title: entry.title, detail: entry.remark() ?? "") {
          PictureView(poster: entry.posterURL, of: vault, from: pictures) { Color.gray.opacity(0.2) }
        }
        Spacer()
        Button {
          library.model.toggleWatched(entry)
        } label: {
          Image(systemName: entry.watched == .all ? "checkmark.circle.fill" : "circle")
        }
        .buttonStyle(.bordered)
        .accessibilityLabel("Watched")
      }
    }
    .contextMenu {
      Button("Remove", role: .destructive) { library.model.remove(entry.reference) }
    }
  }
}

/// Asks whether all of a partly watched title becomes watched or unwatched.
struct DirectionSheet: View {
  let entry: LibraryEntry
  let confirm: (Bool) -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    List {
      Text(entry.confirmationTitle()).font(.headline)
      Button(entry.confirmationText(watched: true)) { confirm(true) }
      Button(entry.confirmationText(watched: false)) { confirm(false) }
      Button("Cancel", role: .cancel) { dismiss() }
    }
    .presentationDetents([.medium])
  }
}
