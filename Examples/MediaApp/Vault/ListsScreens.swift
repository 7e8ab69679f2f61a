import Foundation
import MediaCore
import SwiftUI
import VaultClient

/// The user's lists and those that others share.
struct ListsScreen: View {
  @StateObject private var lists: ObservableViewModel<ListsViewModel>

  init(vault: VaultService) {
    _lists = StateObject(wrappedValue: ListsViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: lists)
      AddField(prompt: "New list", button: "Make") { lists.model.create(ListDraft(name: $0)) }
      ListPhaseRow(phase: .of(lists.lists), empty: "You have no list yet.")
      ForEach(lists.lists.value ?? []) { list in
        NavigationLink(value: VaultPlace.list(list.id, name: list.name)) {
          VStack(alignment: .leading) {
            Text(list.name)
            Text(list.type == .shared ? "Shared by \(list.owner ?? "")" : "\(list.itemCount ?? 0) titles")
              .foregroundStyle(.secondary)
          }
        }
        .contextMenu {
          if let number = list.id.number {
            if list.type == .shared {
              Button("Leave", role: .destructive) { lists.model.leave(number) }
            } else {
              Button("Delete", role: .destructive) { lists.model.delete(number) }
            }
          }
        }
      }
    }
    .navigationTitle("Lists")
    .task { lists.model.load() }
    .refreshable { await lists.model.refreshAndWait() }
  }
}

/// The titles of a list, sharing it, and moving titles to another list.
struct ListScreen: View {
  private let list: ListID
  private let name: String
  @StateObject private var lists: ObservableViewModel<ListsViewModel>

  init(vault: VaultService, list: ListID, name: String) {
    self.list = list
    self.name = name
    _lists = StateObject(wrappedValue: ListsViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: lists)
      if lists.undoable != nil { Button("Undo Move") { lists.model.undo() } }
      ListPhaseRow(
        phase: .of(lists.contents) { $0.isEmpty }, empty: "This list is empty. Add to it from a title's page.")
      ForEach(lists.contents.value?.entries ?? []) { entry in
        NavigationLink(entry.title, value: VaultPlace.title(entry.reference)).contextMenu { menu(entry.reference) }
      }
      if let number = list.number {
        Section("Share") {
          AddField(prompt: "User name", button: "Can View") { lists.model.share(number, with: $0, .view) }
          AddField(prompt: "User name", button: "Can Edit") { lists.model.share(number, with: $0, .edit) }
        }
        Section("Name") {
          AddField(prompt: name, button: "Rename") { lists.model.update(number, ListDraft(name: $0)) }
        }
      }
    }
    .navigationTitle(name)
    .task {
      lists.model.load()
      lists.model.open(list)
    }
    .refreshable { await lists.model.refreshAndWait() }
    .confirmationDialog("Already There", isPresented: hasDuplicates, titleVisibility: .visible) {
      Button("Without the Duplicates") { lists.model.confirmTransfer(skipping: true) }
      Button("All the Same") { lists.model.confirmTransfer(skipping: false) }
      Button("Cancel", role: .cancel) { lists.model.cancelTransfer() }
    } message: {
      Text(lists.duplicates?.text() ?? "")
    }
  }

  private var hasDuplicates: Binding<Bool> {
    lists.binding(\.hasDuplicates) { model, shows in
      if !shows { model.cancelTransfer() }
    }
  }

  @ViewBuilder
  private func menu(_ title: TitleReference) -> some View {
    if let number = list.number, let item = ListItem(title) {
      Button("Watched") { lists.model.mark(item, in: number, ItemMark(watched: true)) }
      ForEach(lists.targets) { target in
        Button("Move to \(target.name)") {
          lists.model.propose(ListTransfer(.move, [item], from: number, to: target.id))
        }
      }
      Button("Remove", role: .destructive) { lists.model.remove(item, from: number) }
    }
  }
}

extension ListsViewModel.State {
  /// Whether titles of a proposed move are in the other list already.
  fileprivate var hasDuplicates: Bool { duplicates != nil }
}
