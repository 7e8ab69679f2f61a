public import MediaCore

/// A warning that is shown before a copy or a move, because the target list already has some of the titles. See
/// ``ListsViewModel/propose(_:)``.
public struct DuplicateWarning: Hashable, Sendable {
  /// The copy or the move that waits for the user's answer, with all of its titles.
  public let transfer: ListTransfer
  /// The titles of the transfer that the target list already has.
  public let duplicates: [ListItem]
  /// The name of the target list.
  public let listName: String

  /// The titles of the transfer that the target list does not have.
  public var others: [ListItem] { transfer.items.filter { !duplicates.contains($0) } }

  /// The warning as a sentence: `2 of 5 titles are in “Weekend” already.` Text keys: `vault.duplicates`, and `vault.duplicates.one` if the
  /// transfer has only one title.
  public func text(_ texts: Texts = .english) -> String {
    transfer.items.count == 1
      ? texts("vault.duplicates.one", english: "The title is in “%@” already.", listName)
      : texts(
        "vault.duplicates", english: "%@ of %@ titles are in “%@” already.", String(duplicates.count),
        String(transfer.items.count), listName)
  }
}
