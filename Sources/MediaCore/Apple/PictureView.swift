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
  /// The picture fills the view's frame. The placeholder is shown while the picture loads, and if the picture cannot be loaded.
  public struct PictureView<Placeholder: View>: View {
    private let id: AnyHashable?
    private let load: @Sendable () async throws -> Data?
    private let placeholder: () -> Placeholder
    @State private var shown: (id: AnyHashable, image: Image)?

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
      // Draw the picture as an overlay: `scaledToFill` lays it out larger than its frame, which would displace the views around it.
      Color.clear.overlay {
        if let shown, shown.id == id { shown.image.resizable().scaledToFill() } else { placeholder() }
      }
      .clipped()
      .task(id: id) { await show() }
    }

    private func show() async {
      guard let id, shown?.id != id else { return }
      guard let data = try? await load(), !Task.isCancelled, let image = Image(pictureData: data) else { return }
      shown = (id, image)
    }
  }

  extension Image {
    /// Nil for bytes that are no picture.
    fileprivate init?(pictureData data: Data) {
      #if canImport(UIKit)
        guard let image = UIImage(data: data) else { return nil }
        self.init(uiImage: image)
      #else
        guard let image = NSImage(data: data) else { return nil }
        self.init(nsImage: image)
      #endif
    }
  }
#endif
