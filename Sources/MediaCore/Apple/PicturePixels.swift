/// The size of a view that shows a picture, in pixels of the screen. The size to which the picture is decoded depends on it.
package struct PicturePixels: Hashable, Sendable {
  /// Sizes are rounded up to multiples of this number, so that a view that grows by a few points does not decode its picture again.
  static let step = 64
  /// The longest side of a decoded picture: 4096 × 4096 pixels take 64 MB.
  static let longest = 4096

  package let width: Int
  package let height: Int

  /// - Parameters:
  ///   - width: the width of the view, in points.
  ///   - height: the height of the view, in points.
  ///   - scale: the number of pixels per point. If it is 0, the scale is unknown, and 3 is used, the highest scale of any screen.
  /// - Returns: nil if the view has no size, for example before its first layout.
  package init?(width: Double, height: Double, scale: Double) {
    guard width > 0, height > 0, width.isFinite, height.isFinite, scale.isFinite else { return nil }
    let scale = scale > 0 ? scale : 3
    (self.width, self.height) = (Self.stepped(width * scale), Self.stepped(height * scale))
  }

  private static func stepped(_ pixels: Double) -> Int {
    let steps = (min(pixels, Double(longest)) / Double(step)).rounded(.up)
    return Int(steps) * step
  }

  /// Whether a picture that was decoded for this size is also sharp in a view of the size `other`.
  package func covers(_ other: PicturePixels) -> Bool { width >= other.width && height >= other.height }

  /// Returns the length of the longer side to which a picture is decoded, in pixels, so that the picture fills the view in both directions.
  /// A picture that is smaller than the view is decoded in its own size, since enlarging it would take memory and add nothing.
  /// - Parameters:
  ///   - width: the width of the picture's file, in pixels.
  ///   - height: the height of the picture's file, in pixels.
  ///   - isTurned: whether the file's orientation turns the picture by 90 degrees, so that the file's width is shown as the height.
  func longestSide(ofPicture width: Int, _ height: Int, isTurned: Bool = false) -> Int {
    guard width > 0, height > 0 else { return min(Self.longest, max(self.width, self.height)) }
    let (across, down) = isTurned ? (height, width) : (width, height)
    let scale = max(Double(self.width) / Double(across), Double(self.height) / Double(down))
    let side = (Double(max(width, height)) * min(1, scale)).rounded(.up)
    return min(Self.longest, max(1, Int(side)))
  }
}
