package import Foundation

/// Recognises pictures by their first bytes, because proxies, gateways and hotspots send pages and messages with status 200 and the media
/// type of the requested picture.
package enum PictureData {
  /// The smallest number of bytes that a picture has: a GIF of one pixel.
  package static let smallest = 24

  /// Whether the data begins like a JPEG, PNG, GIF, WebP, HEIC or AVIF file.
  /// - Parameter mediaType: the type that the answer declares, in lower case without parameters. An SVG is text, so it counts as a
  ///   picture only if the server declares it as one.
  package static func isPicture(_ data: Data, mediaType: String?) -> Bool {
    guard data.count >= smallest else { return false }
    let head = Array(data.prefix(512))
    if mediaType == "image/svg+xml" { return isDrawing(head) }
    return signatures.contains { head.starts(with: $0) } || isWebP(head) || isISOPicture(head)
  }

  /// Whether the data begins like a JPEG, PNG, GIF, WebP, HEIC or AVIF file.
  package static func isPicture(_ data: Data) -> Bool { isPicture(data, mediaType: nil) }

  /// JPEG, PNG and both versions of GIF.
  private static let signatures: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF87a".utf8), Array("GIF89a".utf8),
  ]

  private static func isWebP(_ head: [UInt8]) -> Bool {
    head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
  }

  /// HEIC and AVIF share the container of MP4 films, so its brand decides.
  private static func isISOPicture(_ head: [UInt8]) -> Bool {
    guard head.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
    let brand = String(decoding: head[8..<12], as: UTF8.self)
    return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"].contains(brand)
  }

  private static func isDrawing(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    return text.contains("<svg") && !text.contains("<html")
  }
}
