public import Foundation
import MediaTesting

/// Changes of files while the server runs; see ``FakeShelfServer/edit(_:)``.
extension ShelfWorld {
  /// Replaces the content of a file on the server's disk, so that the file's entity tag and date change. The data of the item stays as it
  /// was. A real server also keeps this data until it scans the folder.
  /// - Parameters:
  ///   - size: the new size of the file in bytes. If nil, the size stays the same.
  ///   - date: the date of the change. If nil, one minute after the previous change.
  public mutating func changeFile(_ ino: String, of item: String, size: Int? = nil, at date: Date? = nil) {
    editFiles(of: item) { file in
      guard file["ino"]?.string == ino, var metadata = file["metadata"] else { return }
      let before = metadata["mtimeMs"]?.double ?? 0
      metadata["mtimeMs"] = .number(date.map { ($0.timeIntervalSince1970 * 1000).rounded() } ?? before + 60_000)
      if let size { metadata["size"] = .count(size) }
      file["metadata"] = metadata
    }
  }

  /// Removes a file of an item from the server's disk.
  public mutating func removeFile(_ ino: String, of item: String) {
    guard let row = self.item(item) else { return }
    let files = (row.expanded["libraryFiles"]?.array ?? []).filter { $0["ino"]?.string != ino }
    if let made = ShelfItemRow(expanded: row.expanded.with("libraryFiles", .array(files))) { put(made) }
  }

  /// Replaces the cover of an item, so that the item's `updatedAt` becomes one minute later.
  public mutating func changeCover(of item: String) {
    guard let row = self.item(item) else { return }
    if let made = ShelfItemRow(expanded: row.expanded.with("updatedAt", .number(row.updatedAt + 60_000))) { put(made) }
  }

  /// Adds a picture to an author. If the author already has a picture, replaces that picture.
  public mutating func addPicture(toAuthor name: String) {
    guard let index = authors.firstIndex(where: { $0["name"]?.string == name }) else { return }
    authors[index]["imagePath"] = .string("/metadata/authors/\(index).jpg")
    authors[index]["updatedAt"] = .number((authors[index]["updatedAt"]?.double ?? 0) + 60_000)
  }

  private mutating func editFiles(of item: String, _ change: (inout JSONValue) -> Void) {
    guard let row = self.item(item) else { return }
    var files = row.expanded["libraryFiles"]?.array ?? []
    for index in files.indices { change(&files[index]) }
    if let made = ShelfItemRow(expanded: row.expanded.with("libraryFiles", .array(files))) { put(made) }
  }
}
