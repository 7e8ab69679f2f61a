import Foundation
import MediaCore

/// The kind of content that a file must have, compared with the media type and the first bytes of an answer: proxies, gateways and
/// hotspots put a page or a message in a file's place and send it with status 200.
enum FileContent: Sendable {
  /// A track of a book or an episode.
  case audio
  /// A cover or an author's picture.
  case picture
  /// An ebook or an archive: never text.
  case binary
  /// Any file of an item's folder, which can be text and even a web page.
  case any

  /// Content that was sent instead of the file.
  enum Impostor: Sendable, Hashable {
    /// A web page.
    case page
    /// A JSON document.
    case json
    /// Text, or another kind of media.
    case other
    /// Compressed bytes, although none were asked for.
    case compressed
  }

  /// The bytes that ``impostor(in:at:)`` needs at most.
  static let leadSize = 64

  /// The impostor that a media type shows; nil for a type that this content can have. For an unknown format, servers send no type or
  /// `application/octet-stream`.
  func impostor(mediaType: String?) -> Impostor? {
    guard self != .any, let type = mediaType, !type.isEmpty else { return nil }
    let (main, sub) = (type.prefix { $0 != "/" }, type.drop { $0 != "/" }.dropFirst())
    if sub == "html" || sub == "xhtml+xml" { return .page }
    if sub == "json" || sub.hasSuffix("+json") { return .json }
    let isText =
      main == "text" || ["xml", "javascript", "x-www-form-urlencoded"].contains(sub) || sub.hasSuffix("+xml")
    // Refuse `multipart`: a proxy may wrap a range in it, so its bytes are not the file's.
    if main == "multipart" || isText && type != "image/svg+xml" { return .other }
    switch self {
    case .audio: return main == "image" ? .other : nil
    case .picture: return main == "audio" || main == "video" ? .other : nil
    case .binary, .any: return nil
    }
  }

  /// The impostor that the first bytes show; nil for bytes that this content can begin with. No format of audio, pictures or ebooks
  /// begins with readable text, except PDF.
  /// - Parameter start: the place of the bytes in the file. In the middle of a file, any bytes but a web page are possible.
  func impostor(in lead: Data, at start: Int = 0) -> Impostor? {
    guard self != .any, !lead.isEmpty else { return nil }
    if start > 0 {
      let text = String(decoding: lead.prefix(16), as: UTF8.self).lowercased()
      return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") ? .page : nil
    }
    if lead.starts(with: [0x1F, 0x8B]) { return .compressed }
    if self == .picture, PictureData.isPicture(lead) { return nil }
    let blank: Set<UInt8> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
    let bytes = Array(lead.prefix(Self.leadSize).drop { blank.contains($0) })
    guard let first = bytes.first else { return self == .picture ? .other : nil }
    if first == UInt8(ascii: "<") { return self == .picture && bytes.starts(with: Array("<svg".utf8)) ? nil : .page }
    if self == .picture { return "{[".utf8.contains(first) ? .json : .other }
    if self == .binary, bytes.starts(with: Array("%PDF-".utf8)) { return nil }
    // Accept a playlist: it is text, but players take it as audio.
    guard bytes.allSatisfy(Self.isText), bytes.count >= 8 || "{[".utf8.contains(first),
      !bytes.starts(with: Array("#EXTM3U".utf8))
    else { return nil }
    return "{[".utf8.contains(first) ? .json : .other
  }

  private static func isText(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) || (0x09...0x0D).contains(byte) }

  /// Whether an answer without a byte can be the file: an empty file of a folder comes with its version, a proxy's empty answer without.
  func canBeEmpty(_ version: FileVersion) -> Bool { self == .any && version.isKnown }

  /// Checks a whole answer.
  /// - Returns: its body.
  func checked(_ response: HTTPResponse, _ operation: OperationID) throws(ClientError) -> Data {
    func failure(_ kind: ClientError.Kind, _ detail: String) -> ClientError {
      ClientError(kind, operation: operation, status: response.status, detail: detail)
    }
    guard ![204, 205].contains(response.status), !response.body.isEmpty || canBeEmpty(FileVersion(response)) else {
      throw failure(.undecodable, ClientError.Detail.empty)
    }
    let isMiddle = response.fields["Content-Range"].map { !$0.hasPrefix("bytes 0-") } ?? false
    if let found = impostor(mediaType: response.mediaType) ?? impostor(in: response.body, at: isMiddle ? 1 : 0) {
      throw found.error(operation, status: response.status)
    }
    if response.isCut {
      throw failure(.unreachable, TransportFailure.Reach.connectionLost.rawValue)
    }
    return response.body
  }
}

extension FileContent.Impostor {
  func error(_ operation: OperationID, status: Int?) -> ClientError {
    switch self {
    case .page: ClientError(.wrongServer, operation: operation, status: status, detail: ClientError.Detail.html)
    case .json, .other:
      ClientError(.wrongServer, operation: operation, status: status, detail: ShelfDetail.notTheFile)
    case .compressed: ClientError(.undecodable, operation: operation, status: status, detail: ShelfDetail.compressed)
    }
  }
}
