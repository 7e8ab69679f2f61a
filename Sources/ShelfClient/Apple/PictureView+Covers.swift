#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
  public import MediaCore
  public import SwiftUI

  extension PictureView {
    /// Shows a cover or an author's picture, from this device if it is kept there: see ``CoverStore``.
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
