public import CoreGraphics
public import Foundation

// Core Foundation's names, which Apple's Foundation brings along.
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFData = Data

open class CGImageSource { init() {} }

public let kCGImageSourceShouldCache: CFString = ""
@available(iOS 7, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public let kCGImageSourceShouldCacheImmediately: CFString = ""
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = ""
public let kCGImageSourceCreateThumbnailWithTransform: CFString = ""
public let kCGImageSourceThumbnailMaxPixelSize: CFString = ""
public let kCGImagePropertyPixelWidth: CFString = ""
public let kCGImagePropertyPixelHeight: CFString = ""
public let kCGImagePropertyOrientation: CFString = ""

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { nil }
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> NSDictionary? { nil }
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { nil }
