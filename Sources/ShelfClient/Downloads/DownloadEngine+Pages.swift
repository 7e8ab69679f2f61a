import Foundation
import MediaCore

extension DownloadEngine {
  func localEbook(of id: PlayableID) async -> LocalEbook? {
    guard let view = try? await records.view(), let record = view.value[id.description], record.status == .complete,
      let part = record.ebook, let format = part.ebookFormat,
      let url = files.url(of: path(part.file, of: view.account)),
      // If the file cannot be read now, keep the record: forgetting the file would download it again.
      let lost = try? unsound([part], of: view.account)
    else { return nil }
    guard lost.isEmpty else {
      try? await forget(lost)
      await pump()
      return nil
    }
    let now = clock.now()
    try? await change(id.description, record.token) { $0.openedAt = now }
    return LocalEbook(url: url, format: format)
  }

  /// The page of a downloaded item with chapters, files and episodes, as the server described it for the download; nil for an item
  /// without one. Pages are files, so that a podcast of a thousand episodes is not in memory with the records.
  func page(of item: String) async -> SeenItems.Seen? {
    guard let view = try? await records.view(),
      view.value.values.contains(where: { $0.id.libraryItemId == item && $0.hasPage == true })
    else { return nil }
    // If the page cannot be read now, return nil: the screen requests the item from the server.
    return try? pages(of: view.account).read(SeenItems.Seen.self, DownloadRecord.pageName(of: item))
  }

  /// Keeps the page of an item. One that cannot be kept, as on a full disk, fails the audio's write as well.
  func keepPage(_ item: ShelfItem, of account: String) throws(ClientError) {
    try pages(of: account).write(
      SeenItems.Seen(item: item, asOf: clock.now(), order: 0), DownloadRecord.pageName(of: item.id))
  }

  private func pages(of account: String) -> BlobStore {
    BlobStore(files: files, folder: accounts.answersPath(of: account, "downloads"))
  }
}
