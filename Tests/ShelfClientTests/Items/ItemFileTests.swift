import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The files of an item")
struct ItemFileTests {
  private func file(_ ino: String, _ name: String, _ type: FileType, size: Int? = nil) -> LibraryFile {
    var (file, metadata) = (LibraryFile(ino: ino), FileMetadata())
    (metadata.filename, metadata.size) = (name, size)
    (file.metadata, file.fileType) = (metadata, type)
    return file
  }

  @Test("audio comes first in its order, then the ebook, further ebooks, and other files by name")
  func order() {
    var book = Book()
    book.audioFiles = [("7", "b.mp3", false), ("3", "a.mp3", true)].map { ino, name, isExcluded in
      var (audio, metadata) = (AudioFile(ino: ino), FileMetadata())
      (metadata.filename, metadata.size) = (name, 2_500_000)
      (audio.metadata, audio.duration, audio.exclude) = (metadata, 90, isExcluded)
      return audio
    }
    book.ebookFile = file("9", "book.epub", .ebook, size: 800)
    var item = ShelfItem(id: "i", media: .book(book))
    item.libraryFiles = [
      file("5", "Cover.jpg", .image), file("4", "about.txt", .text), file("8", "extra.pdf", .ebook, size: 10),
      file("7", "b.mp3", .audio), file("3", "a.mp3", .audio), file("9", "book.epub", .ebook, size: 800),
    ]
    let files = item.files
    #expect(files.map(\.name) == ["b.mp3", "a.mp3", "book.epub", "extra.pdf", "about.txt", "Cover.jpg"])
    #expect(files.map(\.kind) == [.audio, .excludedAudio, .ebook, .supplementaryEbook, .other, .other])
    #expect(files[0].duration == 90)
    #expect(files[0].sizeText(.english) == "2.5 MB")
    #expect(files[4].sizeText(.english) == nil)
    item.libraryFiles = nil
    #expect(item.files.map(\.ino) == ["7", "3", "9"])
  }

  @Test(
    "a size is text in the nearest unit",
    arguments: [
      (-1, "0 bytes"), (999, "999 bytes"), (1000, "1 KB"), (1499, "1 KB"), (999_499, "999 KB"), (999_500, "1 MB"),
      (1_250_000, "1.3 MB"), (9_940_000, "9.9 MB"), (9_960_000, "10 MB"), (12_400_000, "12 MB"),
      (1_400_000_000, "1.4 GB"), (999_999_999_999, "1 TB"), (5_000_000_000_000_000, "5000 TB"),
    ])
  func sizes(bytes: Int, text: String) {
    #expect(ItemFile.text(bytes: bytes, .english) == text)
  }

  @Test("a size is German in the German table")
  func german() {
    #expect(ItemFile.text(bytes: 1_400_000_000, Texts(.shelfGerman)) == "1,4 GB")
  }

  @MainActor
  @Test("the screen of a book lists its files, also without a network")
  func screen() async throws {
    let rig = try await ShelfRig()
    let model = ItemViewModel(shelf: rig.shelf, item: try rig.item("The Salt Clock"))
    model.load()
    await model.settled()
    let names = model.state.files.map(\.name)
    #expect(model.state.files.contains { $0.kind == .audio && ($0.bytes ?? 0) > 0 && ($0.duration ?? 0) > 0 })
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let again = ItemViewModel(shelf: rig.relaunched(), item: try rig.item("The Salt Clock"))
    again.load()
    await again.settled()
    #expect(again.state.files.map(\.name) == names)
  }
}
