#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
  public import MediaCore
  public import SwiftUI

  extension PictureView {
    /// Creates a view of a cover or of an author's picture. A picture that ``CoverStore`` has stored on this device is read from there,
    /// otherwise it is loaded from the server.
    ///
    /// ```swift
    /// PictureView(item.artwork(width: 400), in: shelf.covers) { Color.gray }
    /// ```
    public init(
      _ artwork: Artwork?, in covers: CoverStore, @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {
      self.init(
        id: artwork, load: { if let artwork { try await covers.picture(artwork) } else { nil } },
        placeholder: placeholder)
    }
  }
#endif
