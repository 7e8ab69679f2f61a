#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
  public import MediaCore
  public import SwiftUI

  extension PictureView {
    /// Creates a view of a cover or of an author's picture. If ``CoverStore`` has the picture on this device, the view shows that picture.
    /// Otherwise the view loads the picture from the server.
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
