import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Decoded pictures in memory")
struct ScaledPicturesTests {
  private let decoded = Notebook<String>()

  /// Each decoded picture is its file's text with its width, and takes 100 bytes; an empty file is no picture.
  private func pictures(capacity: Int) -> ScaledPictures<String> {
    ScaledPictures(capacity: capacity) { [decoded] data, pixels in
      let text = String(decoding: data, as: UTF8.self) + " \(pixels.width)"
      decoded.add(text)
      return data.isEmpty ? nil : .init(picture: text, bytes: 100)
    }
  }

  private func pixels(_ width: Double) throws -> PicturePixels {
    try #require(PicturePixels(width: width, height: 64, scale: 1))
  }

  @Test("a file is decoded once for each size")
  func once() async throws {
    let (pictures, small, large) = (pictures(capacity: 1000), try pixels(64), try pixels(128))
    #expect(await pictures.picture(Data("a".utf8), filling: small) == "a 64")
    #expect(await pictures.picture(Data("a".utf8), filling: small) == "a 64")
    #expect(await pictures.picture(Data("a".utf8), filling: large) == "a 128")
    #expect(decoded.entries == ["a 64", "a 128"])
    #expect(await pictures.bytes == 202)
  }

  @Test("after the removal of all pictures none is in memory, and each is decoded again")
  func removed() async throws {
    let (pictures, small) = (pictures(capacity: 1000), try pixels(64))
    _ = await pictures.picture(Data("a".utf8), filling: small)
    await pictures.removeAll()
    #expect(await pictures.bytes == 0)
    _ = await pictures.picture(Data("a".utf8), filling: small)
    #expect(decoded.entries == ["a 64", "a 64"])
  }

  @Test("files that differ in the middle alone are two pictures")
  func changed() async throws {
    let (pictures, small) = (pictures(capacity: 100_000), try pixels(64))
    let ends = String(repeating: "-", count: 200)
    for middle in ["a", "b"] {
      #expect(await pictures.picture(Data((ends + middle + ends).utf8), filling: small) == ends + middle + ends + " 64")
    }
  }

  @Test("the picture that was used least recently leaves the memory first, and the bound holds")
  func bound() async throws {
    let (pictures, small) = (pictures(capacity: 210), try pixels(64))
    for name in ["a", "b", "a", "c", "a", "b"] { _ = await pictures.picture(Data(name.utf8), filling: small) }
    #expect(decoded.entries == ["a 64", "b 64", "c 64", "b 64"])
    #expect(await pictures.bytes == 202)
  }

  @Test("a picture larger than the whole memory is decoded, but neither kept nor a reason to drop others")
  func tooLarge() async throws {
    let (pictures, small) = (pictures(capacity: 150), try pixels(64))
    let large = String(repeating: "-", count: 100)
    for name in ["a", large, large, "a"] {
      #expect(await pictures.picture(Data(name.utf8), filling: small) == "\(name) 64")
    }
    #expect(decoded.entries == ["a 64", "\(large) 64", "\(large) 64"])
    #expect(await pictures.bytes == 101)
  }

  @Test("a caller who was cancelled decodes nothing, and bytes that are no picture are not kept")
  func cancelled() async throws {
    let (pictures, small) = (pictures(capacity: 1000), try pixels(64))
    let gone = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await pictures.picture(Data("a".utf8), filling: small)
    }
    #expect(await gone.value == nil)
    #expect(decoded.entries.isEmpty)
    #expect(await pictures.picture(Data(), filling: small) == nil)
    #expect(await pictures.bytes == 0)
  }
}
