import Foundation
import MediaTesting

/// Covers and pictures of authors.
extension ShelfState {
  func cover(_ call: ShelfCall, item id: String) -> HTTPResponse {
    guard let item = world.item(id), let path = item.coverPath else { return .shelfNotFound }
    let file = item.files.first { $0.path == path }
    return image(call, name: id, file: path, size: file?.size ?? 1162)
  }

  func authorImage(_ call: ShelfCall, author id: String) -> HTTPResponse {
    guard let path = world.author(id)?["imagePath"]?.string else { return .shelfNotFound }
    return image(call, name: id, file: path, size: 2048)
  }

  private func image(_ call: ShelfCall, name: String, file: String, size: Int) -> HTTPResponse {
    var fields = HTTPFields()
    if call.query["ts"] != nil { fields["Cache-Control"] = "private, max-age=86400" }
    if call.flag("raw") {
      let type = ShelfFiles.contentType(file, isAudio: false)
      fields["Content-Type"] = type
      fields["Content-Length"] = String(size)
      return .shelfFile(fields, body: ShelfFiles.bytes(of: name, type: type, in: 0..<size))
    }
    let accept = call.header("Accept") ?? ""
    let format = call.query["format"] ?? (accept.contains("image/webp") || accept == "*/*" ? "webp" : "jpeg")
    let type = format == "webp" ? "image/webp" : "image/jpeg"
    let width = min(max(call.number("width", 400), 1), 4096)
    fields["Content-Type"] = type
    return .shelfFile(fields, body: ShelfFiles.bytes(of: "\(name) \(width)", type: type, in: 0..<width * 2 + 78))
  }
}
