import Testing

@testable import MediaCore

@Suite("The size to which a picture is decoded")
struct PicturePixelsTests {
  private func pixels(_ width: Double, _ height: Double, scale: Double = 1) throws -> PicturePixels {
    try #require(PicturePixels(width: width, height: height, scale: scale))
  }

  @Test("points become pixels of the screen, in steps, so that a few points more are the same size")
  func points() throws {
    let small = try pixels(60, 40, scale: 3)
    #expect((small.width, small.height) == (192, 128))
    #expect(try pixels(62, 42, scale: 3) == small)
    #expect(try pixels(60, 40, scale: 0) == small)
    #expect((try pixels(1e9, 10).width, try pixels(1e9, 10).height) == (4096, 64))
  }

  @Test("a view without a size has no pixels", arguments: [(0, 10), (10, 0), (-1, 10), (.nan, 10), (10, .infinity)])
  func nothing(width: Double, height: Double) {
    #expect(PicturePixels(width: width, height: height, scale: 2) == nil)
  }

  @Test("a picture fills its view in both directions, and no picture is enlarged")
  func filling() throws {
    let square = try pixels(128, 128)
    #expect(square.longestSide(ofPicture: 1280, 1280) == 128)
    // The shorter side has to be 128 pixels.
    #expect(square.longestSide(ofPicture: 1280, 640) == 256)
    #expect(square.longestSide(ofPicture: 640, 1280) == 256)
    #expect(square.longestSide(ofPicture: 100, 50) == 100)
    #expect(square.longestSide(ofPicture: 100_000, 10) == 4096)
  }

  @Test("a picture that is turned by a quarter is measured as it is shown")
  func turned() throws {
    let wide = try pixels(256, 64)
    #expect(wide.longestSide(ofPicture: 1024, 512) == 256)
    #expect(wide.longestSide(ofPicture: 1024, 512, isTurned: true) == 512)
  }

  @Test("a picture of unknown size is decoded to the longer side of the view")
  func unknown() throws {
    #expect(try pixels(256, 64).longestSide(ofPicture: 0, 0) == 256)
  }

  @Test("a picture that is decoded for a larger view serves a smaller one")
  func covering() throws {
    #expect(try pixels(128, 128).covers(try pixels(64, 128)))
    #expect(try !pixels(128, 64).covers(try pixels(64, 128)))
  }
}
