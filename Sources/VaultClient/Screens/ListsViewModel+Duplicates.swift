import MediaCore

extension ListsViewModel {
  // MARK: Duplicates

  /// Copies or moves titles as ``transfer(_:)`` does. If the target list already has some of the titles, transfers nothing yet, and sets
  /// ``State/duplicates`` to ask the user. The titles of the target list are read from the server, or from this device if there is no
  /// network.
  public func propose(_ transfer: ListTransfer) {
    screen.activities.start("propose", replacing: false) { [weak self] in
      guard let self else { return }
      let target = ListID.list(transfer.target)
      _ = try? await vault.store.refreshContents(of: target)
      guard !Task.isCancelled else { return }
      let view = await vault.store.view()?.value
      // The user may have signed out during the await.
      guard !Task.isCancelled else { return }
      let titles = view?.contents(of: target)?.value
      let duplicates = transfer.items.filter { titles?.holds($0) == true }
      guard !duplicates.isEmpty else { return self.transfer(transfer) }
      let name = view?.list(view?.number(of: transfer.target) ?? transfer.target)?.name ?? ""
      screen.state.duplicates = DuplicateWarning(transfer: transfer, duplicates: duplicates, listName: name)
    }
  }

  /// Starts the transfer for which ``State/duplicates`` asks what to do with titles that the target list already has.
  /// - Parameter skipping: whether the titles that the target list already has are left out. If true, a move leaves these titles in the
  ///   source list. If false, a move removes them from the source list, and the target list keeps each of them once.
  public func confirmTransfer(skipping: Bool) {
    guard let warning = state.duplicates else { return }
    screen.state.duplicates = nil
    let transfer = skipping ? with(warning.transfer) { $0.items = warning.others } : warning.transfer
    if !transfer.items.isEmpty { self.transfer(transfer) }
  }

  /// Cancels the transfer that waits in ``State/duplicates``. Nothing is copied or moved.
  public func cancelTransfer() { screen.state.duplicates = nil }
}
