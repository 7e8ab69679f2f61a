#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
  public import Foundation
  public import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// A view that shows a picture of a service and loads it with the headers that the service needs. Use it instead of `AsyncImage`, which
  /// sends no headers and does not store pictures.
  ///
  /// ```swift
  /// PictureView(row.coverURL, from: pictures) { Color.gray }
  ///   .frame(width: 64, height: 64)
  /// ```
  ///
  /// The picture fills the view's frame. It is decoded away from the main thread, at the frame's size in pixels. The placeholder is shown
  /// while the picture loads, and if loading fails. If loading fails because of the network, the view loads the picture when the network
  /// returns.
  public struct PictureView<Placeholder: View>: View {
    private let id: AnyHashable?
    private let load: @Sendable () async throws -> Data?
    private let placeholder: () -> Placeholder
    @State private var shown: Shown?
    @Environment(\.displayScale) private var displayScale

    private struct Shown {
      let id: AnyHashable
      let pixels: PicturePixels
      let image: Image
    }

    /// The picture to load, and its size.
    private struct Wanted: Equatable {
      let id: AnyHashable?
      let pixels: PicturePixels?
    }

    /// Creates a view of a picture that a closure loads.
    /// - Parameters:
    ///   - id: identifies the picture. If `id` changes, the view loads the picture again. If `id` is nil, the view shows the placeholder.
    ///   - load: returns the bytes of the picture. If it returns nil or throws, the view shows the placeholder.
    public init(
      id: AnyHashable?, load: @escaping @Sendable () async throws -> Data?,
      @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {
      self.id = id
      self.load = load
      self.placeholder = placeholder
    }

    /// Creates a view of the picture at an address.
    /// - Parameter url: the address of the picture. If nil, the view shows the placeholder.
    public init(
      _ url: URL?, from pictures: PictureLoader, @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {
      self.init(
        id: url, load: { if let url { try await pictures.picture(at: url) } else { nil } }, placeholder: placeholder)
    }

    public var body: some View {
      GeometryReader { space in
        let pixels = PicturePixels(width: space.size.width, height: space.size.height, scale: displayScale)
        // Draw the picture as an overlay: `scaledToFill` lays it out larger than its frame, which would displace the views around it.
        Color.clear.overlay {
          if let shown, shown.id == id { shown.image.resizable().scaledToFill() } else { placeholder() }
        }
        .clipped()
        .task(id: Wanted(id: id, pixels: pixels)) { await show(pixels) }
      }
    }

    private func show(_ pixels: PicturePixels?) async {
      guard let id, let pixels else { return }
      if let shown, shown.id == id, shown.pixels.covers(pixels) { return }
      guard let data = await SystemPictures.load(load),
        let picture = await SystemPictures.picture(data, filling: pixels), !Task.isCancelled
      else { return }
      shown = Shown(id: id, pixels: pixels, image: Image(picture))
    }
  }

  extension Image {
    fileprivate init(_ picture: DecodedPicture) {
      #if canImport(UIKit)
        self.init(uiImage: UIImage(cgImage: picture.image))
      #else
        // A size of zero means the picture's own.
        self.init(nsImage: NSImage(cgImage: picture.image, size: .zero))
      #endif
    }
  }
#endif
