import MediaCore

/// The state of a screen on which titles are removed from the vault.
protocol RemovingState: ScreenState {
  var undoable: TitleRemoval? { get set }
}

extension StoreScreen where State: RemovingState {
  /// Removes titles, and offers for a while to bring them back.
  func remove(_ titles: [TitleReference], from vault: VaultService) {
    activities.start("act", replacing: false) { [self, era] in
      await perform { () async throws(ClientError) in
        let (removal, submissions) = try await vault.store.removeUndoably(titles)
        self.offerUndo(removal, in: \.undoable, since: era, vault.client.environment.clock)
        return submissions
      }
    }
  }

  /// Brings back the titles that were removed last.
  func undoRemoval(in vault: VaultService) {
    guard let removal = takeUndo(\.undoable) else { return }
    act(on: vault) { try await $0.restore(removal) }
  }
}

extension VaultLibraryViewModel.State: RemovingState {}
extension VaultTitleViewModel.State: RemovingState {}
