import Foundation

/// Decodes pictures to the sizes in which views show them, and keeps the pictures that were used last in memory.
///
/// The actor decodes away from the main thread, one picture after another. Decoding several full-size pictures at the same time could take
/// more memory than a watch or a widget has.
actor ScaledPictures<Picture: Sendable> {
  /// A decoded picture, and its size in memory in bytes.
  struct Scaled {
    let picture: Picture
    let bytes: Int
  }

  /// A picture's file and the size in which a view shows it. The key contains the file's bytes instead of its address, so that a changed
  /// cover is shown at once and pictures of two services are not mixed up.
  private struct Key: Hashable {
    let data: Data
    let pixels: PicturePixels

    func hash(into hasher: inout Hasher) {
      // Files of the same format begin alike, and `Data` hashes only its first bytes: hash the length and the last bytes instead.
      hasher.combine(data.count)
      hasher.combine(data.suffix(64))
      hasher.combine(pixels)
    }
  }

  private let capacity: Int
  private let decode: @Sendable (Data, PicturePixels) -> Scaled?
  private var kept: [Key: (scaled: Scaled, usedAt: Int)] = [:]
  private var uses = 0
  /// The number of bytes in memory: of all decoded pictures and of their files.
  private(set) var bytes = 0

  /// - Parameters:
  ///   - capacity: the highest number of bytes to keep in memory.
  ///   - decode: decodes a file for a size; returns nil if the bytes are not a picture.
  init(capacity: Int, decode: @escaping @Sendable (Data, PicturePixels) -> Scaled?) {
    self.capacity = capacity
    self.decode = decode
  }

  /// Returns the picture of a file, decoded for views of one size. Nil if the bytes are not a picture, or if the caller was cancelled
  /// before the picture was decoded, for example because a cell was scrolled away.
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

  func removeAll() { (kept, bytes) = ([:], 0) }
}
