import Foundation
import Testing

@testable import MediaCore

@Suite("The first bytes of pictures")
struct PictureDataTests {
  /// The first bytes of a file, and zeros up to the size of the smallest picture.
  private static func file(_ head: [UInt8], count: Int = PictureData.smallest) -> Data {
    Data((head + [UInt8](repeating: 0, count: count)).prefix(count))
  }

  private static func container(_ brand: String) -> Data { file([0, 0, 0, 0x1C] + Array("ftyp\(brand)".utf8)) }

  static let pictures: [Data] = [
    file([0xFF, 0xD8, 0xFF, 0xE0]), file([0xFF, 0xD8, 0xFF, 0xDB]),
    file([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), file(Array("GIF87a".utf8)), file(Array("GIF89a".utf8)),
    file(Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBP".utf8)), container("heic"), container("mif1"),
    container("avif"),
  ]

  @Test(
    "a JPEG, PNG, GIF, WebP, HEIC or AVIF is a picture, and cut below the smallest size it is none",
    arguments: pictures)
  func accepted(_ data: Data) {
    #expect(PictureData.isPicture(data))
    #expect(!PictureData.isPicture(Data([9]) + data))
    #expect(!PictureData.isPicture(data.prefix(PictureData.smallest - 1)))
    #expect(PictureData.isPicture((Data([9]) + data).dropFirst()))
  }

  static let others: [Data] = [
    Data(), Data(repeating: 0x20, count: 100), Data(#"{"error": "The library is being scanned"}"#.utf8),
    Data("<!doctype html><html><body></body></html>".utf8), Data("a text of a proxy, longer than the smallest".utf8),
    file([0xFF, 0xFB, 0x90, 0x64]), file(Array("ID3".utf8)), container("M4A "), container("isom"),
    file(Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8)), file([0x1F, 0x8B, 8, 0]), file([0xFF, 0xD8]),
  ]

  @Test("pages, messages, sound, films and archives are no pictures", arguments: others)
  func refused(_ data: Data) { #expect(!PictureData.isPicture(data)) }

  @Test("an SVG is a picture only if it is declared as one, and a page never")
  func drawings() {
    let drawing = Data(#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>"#.utf8)
    #expect(PictureData.isPicture(drawing, mediaType: "image/svg+xml"))
    #expect(!PictureData.isPicture(drawing, mediaType: "image/jpeg"))
    #expect(!PictureData.isPicture(drawing))
    let page = Data("<html><body><svg></svg></body></html>".utf8)
    #expect(!PictureData.isPicture(page, mediaType: "image/svg+xml"))
  }
}
