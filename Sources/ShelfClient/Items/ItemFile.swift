import Foundation
public import MediaCore

/// A file of a book or a podcast, to show in a list of files: its name, size and duration.
public struct ItemFile: Hashable, Sendable, Identifiable {
  /// The purpose of a file.
  public enum Kind: String, Hashable, Sendable {
    /// An audio file that is played.
    case audio
    /// An audio file that the server leaves out when it plays the item.
    case excludedAudio
    /// The ebook of a book.
    case ebook
    /// A further ebook in the book's folder.
    case supplementaryEbook
    /// A picture, a text, or any other file.
    case other
  }

  /// The file's number on the server, as text of digits, for the routes of ``MediaAPI``.
  public var ino: String
  /// The name of the file, with its extension.
  public var name: String
  /// The purpose of the file.
  public var kind: Kind
  /// The duration of an audio file, in seconds; nil for other files.
  public var duration: Double?
  /// The size of the file, in bytes; nil if the server did not send it.
  public var bytes: Int?

  public var id: String { ino }

  /// Returns the size in the language of `texts`, such as `1.4 GB`; nil if the size is unknown.
  public func sizeText(_ texts: Texts) -> String? { bytes.map { Self.text(bytes: $0, texts) } }

  /// Returns a number of bytes as text, such as `1.4 GB`. A kilobyte has 1000 bytes, as in the Files app of Apple's systems. Numbers below 10
  /// have one decimal place, except for bytes and kilobytes.
  public static func text(bytes: Int, _ texts: Texts) -> String {
    let amount = Double(max(0, bytes))
    let units: [Texts.Entry] = [
      .init("shelf.size.kilobytes", english: "%@ KB"), .init("shelf.size.megabytes", english: "%@ MB"),
      .init("shelf.size.gigabytes", english: "%@ GB"), .init("shelf.size.terabytes", english: "%@ TB"),
    ]
    guard amount >= 1000 else { return texts("shelf.size.bytes", english: "%@ bytes", String(Int(amount))) }
    var (scaled, unit) = (amount / 1000, 0)
    // Round before the comparison: 999,999 bytes are 1 MB and not 1000 KB.
    while unit < units.count - 1, rounded(scaled, unit) >= 1000 { (scaled, unit) = (scaled / 1000, unit + 1) }
    let tenths = Int((rounded(scaled, unit) * 10).rounded())
    let number =
      unit > 0 && tenths < 100 && tenths % 10 != 0
      ? texts("shelf.size.decimal", english: "%@.%@", String(tenths / 10), String(tenths % 10)) : String(tenths / 10)
    return texts(units[unit], [number])
  }

  private static func rounded(_ amount: Double, _ unit: Int) -> Double {
    let tenths = (amount * 10).rounded() / 10
    return unit > 0 && tenths < 10 ? tenths : amount.rounded()
  }
}

extension ShelfItem {
  /// The files of the item: first the audio in the order of playing, then the ebooks, then all other files by name. Empty for the short form
  /// of lists. A podcast's audio files are those of its episodes.
  public var files: [ItemFile] {
    let audio = media.book?.audioFiles ?? media.podcast?.newestFirst.compactMap(\.audioFile) ?? []
    var rows = audio.map { file in
      var row = ItemFile(ino: file.ino, name: file.metadata?.filename ?? "", kind: .audio)
      if file.exclude == true { row.kind = .excludedAudio }
      (row.duration, row.bytes) = (file.duration, file.metadata?.size)
      return row
    }
    let primary = media.book?.ebookFile
    var others = (libraryFiles ?? []).map { ItemFile($0, primary: primary?.ino) }
    if let primary, !others.contains(where: { $0.ino == primary.ino }) {
      others.append(ItemFile(primary, primary: primary.ino))
    }
    var known = Set(rows.map(\.ino))
    others.sort { ($0.place, $0.name.lowercased(), $0.ino) < ($1.place, $1.name.lowercased(), $1.ino) }
    for file in others where known.insert(file.ino).inserted { rows.append(file) }
    return rows
  }
}

extension ItemFile {
  init(ino: String, name: String, kind: Kind) { (self.ino, self.name, self.kind) = (ino, name, kind) }

  fileprivate init(_ file: LibraryFile, primary: String?) {
    self.init(ino: file.ino, name: file.metadata?.filename ?? "", kind: .other)
    if file.ino == primary {
      kind = .ebook
    } else if file.fileType == .ebook {
      kind = .supplementaryEbook
    }
    bytes = file.metadata?.size
  }

  fileprivate var place: Int {
    switch kind {
    case .audio, .excludedAudio: 0
    case .ebook: 1
    case .supplementaryEbook: 2
    case .other: 3
    }
  }
}
