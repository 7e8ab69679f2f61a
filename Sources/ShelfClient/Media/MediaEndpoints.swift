import Foundation
import MediaCore

enum MediaEndpoints {
  static func cover(of item: String, width: Int?, updatedAt: Date? = nil) -> Endpoint<Data> {
    .picture("shelf.media.cover", path: ["api", "items", .id(item), "cover"], width: width, updatedAt: updatedAt)
  }

  static func file(_ ino: String, of item: String, range: Range<Int>?) -> Endpoint<Data> {
    .bytes("shelf.media.file", path: ["api", "items", .id(item), "file", .id(ino)], range: range)
  }

  static func download(_ ino: String, of item: String, range: Range<Int>?) -> Endpoint<Data> {
    .bytes("shelf.media.downloadFile", path: ["api", "items", .id(item), "file", .id(ino), "download"], range: range)
  }

  static func download(_ item: String) -> Endpoint<Data> {
    .bytes("shelf.media.downloadItem", path: ["api", "items", .id(item), "download"])
  }

  static func download(_ items: [String], from library: String) throws(ClientError) -> Endpoint<Data> {
    try WireID.check(items, operation: "shelf.media.downloadItems")
    return .bytes(
      "shelf.media.downloadItems", path: ["api", "libraries", .id(library), "download"],
      query: ["ids": items.joined(separator: ",")])
  }

  static func ebook(of item: String, ino: String?, range: Range<Int>?) -> Endpoint<Data> {
    .bytes(
      "shelf.media.ebook", path: ["api", "items", .id(item), "ebook"] + (ino.map { [.id($0)] } ?? []), range: range)
  }

  static func track(_ index: Int, of session: String, range: Range<Int>?) -> Endpoint<Data> {
    .bytes(
      "shelf.media.track", path: ["public", "session", .id(session), "track", .id(String(index))], range: range,
      credentials: .none)
  }

  static func playlist(of session: String) -> Endpoint<String> {
    Endpoint<Data>.bytes("shelf.media.playlist", path: ["hls", .id(session), "output.m3u8"], credentials: .none)
      .map { data in
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("#EXTM3U") else {
          throw ClientError(.undecodable, operation: "shelf.media.playlist", detail: "noPlaylist")
        }
        return text
      }
  }

  static func segment(_ name: String, of session: String) -> Endpoint<Data> {
    .bytes("shelf.media.segment", path: ["hls", .id(session), .id(name)], credentials: .none)
  }
}
