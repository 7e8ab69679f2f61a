import MediaCore

/// The state of a screen on which titles are removed from the vault.
protocol RemovingState: ScreenState {
  var undoable: TitleRemoval? { get set }
}

extension StoreScreen where State: RemovingState {
  /// Removes titles, and offers for a while to bring them back.
  func remove(_ titles: [TitleReference], from vault: VaultService) {
    activities.start("act", replacing: false) { [self] in
      await perform { () async throws(ClientError) in
        let (removal, submissions) = try await vault.store.removeUndoably(titles)
        self.offerUndo(removal, vault.client.environment.clock)
        return submissions
      }
    }
  }

  private func offerUndo(_ removal: TitleRemoval, _ clock: any TimeSource) {
    state.undoable = removal
    activities.start("undo") { [weak self] in
      do { try await clock.sleep(for: ListsViewModel.undoTime, as: .watchdog) } catch { return }
      self?.state.undoable = nil
    }
  }

  /// Brings back the titles that were removed last.
  func undoRemoval(in vault: VaultService) {
    guard let removal = state.undoable else { return }
    activities.cancel("undo")
    state.undoable = nil
    act(on: vault) { try await $0.restore(removal) }
  }
}

extension VaultLibraryViewModel.State: RemovingState {}
extension VaultTitleViewModel.State: RemovingState {}
