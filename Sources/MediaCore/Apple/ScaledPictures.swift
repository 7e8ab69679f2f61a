import Foundation

/// Pictures decoded to the size in which they are shown. The pictures used last stay in memory.
///
/// As an actor, it decodes away from the main thread, one picture after another: several full-size pictures at the same time could take
/// more memory than a watch or a widget has.
actor ScaledPictures<Picture: Sendable> {
  /// A decoded picture and its size in memory.
  struct Scaled {
    let picture: Picture
    let bytes: Int
  }

  /// A picture file and the size in which it is shown. Comparing bytes instead of addresses shows a changed cover at once, and keeps the
  /// pictures of two services apart.
  private struct Key: Hashable {
    let data: Data
    let pixels: PicturePixels

    func hash(into hasher: inout Hasher) {
      // Files of the same format begin alike, and `Data` hashes only its first bytes: use the length and the end.
      hasher.combine(data.count)
      hasher.combine(data.suffix(64))
      hasher.combine(pixels)
    }
  }

  private let capacity: Int
  private let decode: @Sendable (Data, PicturePixels) -> Scaled?
  private var kept: [Key: (scaled: Scaled, usedAt: Int)] = [:]
  private var uses = 0
  /// The size of all pictures in memory, in bytes: decoded ones and their files.
  private(set) var bytes = 0

  /// - Parameters:
  ///   - capacity: the number of bytes to keep.
  ///   - decode: decodes a file for a size; nil for bytes that are no picture.
  init(capacity: Int, decode: @escaping @Sendable (Data, PicturePixels) -> Scaled?) {
    self.capacity = capacity
    self.decode = decode
  }

  /// The picture of a file, for views of one size; nil for bytes that are no picture, and when the caller was cancelled before the picture
  /// was decoded, such as a cell that has been scrolled away.
  func picture(_ data: Data, filling pixels: PicturePixels) -> Picture? {
    let key = Key(data: data, pixels: pixels)
    uses += 1
    if let known = kept[key]?.scaled {
      kept[key]?.usedAt = uses
      return known.picture
    }
    guard !Task.isCancelled, let scaled = decode(data, pixels) else { return nil }
    let size = scaled.bytes + data.count
    guard size <= capacity else { return scaled.picture }
    kept[key] = (scaled, uses)
    bytes += size
    while bytes > capacity, let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) {
      bytes -= oldest.value.scaled.bytes + oldest.key.data.count
      kept[oldest.key] = nil
    }
    return scaled.picture
  }
}
