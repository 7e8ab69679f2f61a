#if canImport(ImageIO)
  package import CoreGraphics
  package import Foundation
  import ImageIO

  /// A decoded picture. `@unchecked Sendable`: a `CGImage` never changes after its creation.
  package struct DecodedPicture: @unchecked Sendable {
    package let image: CGImage
  }

  /// Decodes pictures with ImageIO. All views of this process share one cache of decoded pictures.
  package enum SystemPictures {
    private static let scaled = ScaledPictures<DecodedPicture>(capacity: 48 << 20, decode: decode)
    private static let network = SystemNetwork()

    /// Returns the bytes of a picture. If the network fails, loads them when the network returns: see ``PictureRetry``.
    package static func load(_ load: @Sendable () async throws -> Data?) async -> Data? {
      await PictureRetry.load(over: network, load)
    }

    /// Returns a picture decoded for a size. Nil if the bytes are not a picture, or if the caller was cancelled before the picture was
    /// decoded.
    package static func picture(_ data: Data, filling pixels: PicturePixels) async -> DecodedPicture? {
      await scaled.picture(data, filling: pixels)
    }

    /// Removes all decoded pictures from memory.
    package static func removeAll() async { await scaled.removeAll() }

    @Sendable
    private static func decode(_ data: Data, _ pixels: PicturePixels) -> ScaledPictures<DecodedPicture>.Scaled? {
      // Prevent ImageIO from keeping a second, full-size copy of the picture.
      let source = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithData(data as CFData, source) else { return nil }
      let known = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any] ?? [:]
      let side = pixels.longestSide(
        ofPicture: known[kCGImagePropertyPixelWidth] as? Int ?? 0, known[kCGImagePropertyPixelHeight] as? Int ?? 0,
        // The EXIF orientations 5 to 8 turn the picture by 90 degrees.
        isTurned: (known[kCGImagePropertyOrientation] as? Int ?? 1) >= 5)
      let options =
        [
          kCGImageSourceCreateThumbnailFromImageAlways: true,
          kCGImageSourceCreateThumbnailWithTransform: true,
          // Decode the picture now, otherwise the main thread decodes it when it draws the picture.
          kCGImageSourceShouldCacheImmediately: true,
          kCGImageSourceThumbnailMaxPixelSize: side,
        ] as CFDictionary
      guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options) else { return nil }
      return .init(picture: DecodedPicture(image: image), bytes: image.bytesPerRow * image.height)
    }
  }
#endif
