public import Foundation

/// A file of a download, with a name for people, for sharing it with another app.
public struct SharedFile: Hashable, Sendable, Identifiable {
  /// The address of the file on this device. The file has a technical name: copy it to a temporary folder under ``name`` before sharing it.
  public var url: URL
  /// The name to share the file under, such as `The Salt Clock - 02.m4b`: without characters that a file system forbids, at most 120
  /// characters, different from the names of the download's other files, and with the extension of the file's type.
  public var name: String

  public var id: String { name }
}

extension DownloadStore {
  /// Returns the files of a complete download with names for people: the audio in the order of playing, then the ebook. Empty if there is no
  /// such download. Sets the download's ``LocalDownload/openedAt``.
  /// - Throws: `signedOut`; `storage` if the list of downloads cannot be read now.
  public func sharedFiles(of id: PlayableID) async throws(ClientError) -> [SharedFile] {
    guard let download = try await download(of: id) else { return [] }
    var files: [(url: URL, ext: String)] = []
    for track in await localTracks(of: id) ?? [] {
      guard let url = track.contentUrl.flatMap(URL.init(string:)) else { return [] }
      files.append((url, SharedFileName.ext(track.metadata?.ext ?? track.metadata?.filename, track.mimeType)))
    }
    let names = SharedFileName.names(title: download.title, extensions: files.map(\.ext))
    var shared = zip(files, names).map { SharedFile(url: $0.url, name: $1) }
    if let ebook = await localEbook(of: id) {
      let ext = ebook.format.rawValue.isEmpty ? "epub" : ebook.format.rawValue
      shared.append(SharedFile(url: ebook.url, name: SharedFileName.name(download.title, number: nil, ext: ext)))
    }
    return shared
  }
}

/// Makes the names of ``SharedFile``.
enum SharedFileName {
  private static let forbidden = CharacterSet(charactersIn: "/\\:*?\"<>|").union(.controlCharacters).union(.newlines)
  private static let longest = 120

  /// The names of the audio files of one download: numbered if there are several.
  static func names(title: String, extensions: [String]) -> [String] {
    let digits = max(2, String(extensions.count).count)
    return extensions.enumerated().map { index, ext in
      let number = String(index + 1)
      let padded = String(repeating: "0", count: max(0, digits - number.count)) + number
      return name(title, number: extensions.count > 1 ? padded : nil, ext: ext)
    }
  }

  static func name(_ title: String, number: String?, ext: String) -> String {
    let ending = (number.map { " - \($0)" } ?? "") + (ext.isEmpty ? "" : ".\(ext)")
    let words = title.components(separatedBy: forbidden).joined(separator: " ").split(whereSeparator: \.isWhitespace)
    // A name that begins with a dot is hidden; Windows drops a dot at the end.
    let plain = words.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    let kept = plain.prefix(max(1, longest - ending.count)).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    return (kept.isEmpty ? "Audio" : kept) + ending
  }

  /// The extension of a file, without its dot: that of its name on the server, otherwise that of its MIME type.
  static func ext(_ nameOrExtension: String?, _ mimeType: String?) -> String {
    let known = nameOrExtension.flatMap { $0.split(separator: ".").last }.map { $0.lowercased() } ?? ""
    if (1...5).contains(known.count), known.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return known }
    return switch mimeType?.lowercased().split(separator: ";").first.map(String.init) {
    case "audio/mpeg": "mp3"
    case "audio/mp4", "audio/x-m4a", "audio/x-m4b": "m4a"
    case "audio/flac", "audio/x-flac": "flac"
    case "audio/ogg": "ogg"
    case "audio/opus": "opus"
    case "audio/aac": "aac"
    case "audio/wav", "audio/x-wav": "wav"
    default: ""
    }
  }
}
