public import MediaCore

/// A copy or a move of titles of which the target list has some already; see ``ListsViewModel/propose(_:)``.
public struct DuplicateWarning: Hashable, Sendable {
  /// The copy or the move, with all of its titles.
  public let transfer: ListTransfer
  /// The titles that the target list has.
  public let duplicates: [ListItem]
  /// The name of the target list.
  public let listName: String

  /// The titles that the target list does not have.
  public var others: [ListItem] { transfer.items.filter { !duplicates.contains($0) } }

  /// The warning as a sentence: `2 of 5 titles are in “Weekend” already.` Keys `vault.duplicates` and, for one title alone,
  /// `vault.duplicates.one`.
  public func text(_ texts: Texts = .english) -> String {
    transfer.items.count == 1
      ? texts("vault.duplicates.one", english: "The title is in “%@” already.", listName)
      : texts(
        "vault.duplicates", english: "%@ of %@ titles are in “%@” already.", String(duplicates.count),
        String(transfer.items.count), listName)
  }
}
