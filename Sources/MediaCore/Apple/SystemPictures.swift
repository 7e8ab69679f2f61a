#if canImport(ImageIO)
  package import CoreGraphics
  package import Foundation
  import ImageIO

  /// A decoded picture. `@unchecked Sendable`: a `CGImage` never changes.
  package struct DecodedPicture: @unchecked Sendable {
    package let image: CGImage
  }

  /// Decodes pictures with ImageIO for the views of this process, which share one memory of decoded pictures.
  package enum SystemPictures {
    private static let scaled = ScaledPictures<DecodedPicture>(capacity: 48 << 20, decode: decode)
    private static let network = SystemNetwork()

    /// The bytes of a picture, loaded again when the network returns: see ``PictureRetry``.
    package static func load(_ load: @Sendable () async throws -> Data?) async -> Data? {
      await PictureRetry.load(over: network, load)
    }

    /// A picture decoded for a size; nil for bytes that are no picture.
    package static func picture(_ data: Data, filling pixels: PicturePixels) async -> DecodedPicture? {
      await scaled.picture(data, filling: pixels)
    }

    @Sendable
    private static func decode(_ data: Data, _ pixels: PicturePixels) -> ScaledPictures<DecodedPicture>.Scaled? {
      // Keep no second, full-size copy of the picture.
      let source = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithData(data as CFData, source) else { return nil }
      let known = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any] ?? [:]
      let side = pixels.longestSide(
        ofPicture: known[kCGImagePropertyPixelWidth] as? Int ?? 0, known[kCGImagePropertyPixelHeight] as? Int ?? 0,
        // EXIF's orientations from 5 on turn the picture by a quarter.
        isTurned: (known[kCGImagePropertyOrientation] as? Int ?? 1) >= 5)
      let options =
        [
          kCGImageSourceCreateThumbnailFromImageAlways: true,
          kCGImageSourceCreateThumbnailWithTransform: true,
          // Decode here: otherwise the main thread decodes the picture when it draws it.
          kCGImageSourceShouldCacheImmediately: true,
          kCGImageSourceThumbnailMaxPixelSize: side,
        ] as CFDictionary
      guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options) else { return nil }
      return .init(picture: DecodedPicture(image: image), bytes: image.bytesPerRow * image.height)
    }
  }
#endif
