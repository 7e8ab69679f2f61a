import MediaCore

extension ListsViewModel {
  // MARK: Duplicates

  /// Copies or moves titles as ``transfer(_:)`` does, unless the target list has some of them already: then ``State/duplicates`` asks
  /// first. The target's titles are read; without a network those count that this device has.
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

  /// The answer to ``State/duplicates``.
  /// - Parameter skipping: leaves out the titles that the target has; a move then leaves them where they are. Without it a move also takes
  ///   those out of their list, since the server keeps one of each.
  public func confirmTransfer(skipping: Bool) {
    guard let warning = state.duplicates else { return }
    screen.state.duplicates = nil
    let transfer = skipping ? with(warning.transfer) { $0.items = warning.others } : warning.transfer
    if !transfer.items.isEmpty { self.transfer(transfer) }
  }

  /// Copies and moves nothing.
  public func cancelTransfer() { screen.state.duplicates = nil }
}
