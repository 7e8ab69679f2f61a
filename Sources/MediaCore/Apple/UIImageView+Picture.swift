#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit

  extension UIImageView {
    /// Shows `placeholder`, loads the picture at an address, and then shows the picture. If the returned token is released before the
    /// picture has loaded, the picture is not shown. Store the token in the cell, and release the token in `prepareForReuse()`.
    ///
    /// ```swift
    /// token = imageView.setPicture(row.coverURL, from: pictures, placeholder: UIImage(systemName: "book"))
    /// ```
    public func setPicture(
      _ url: URL?, from pictures: PictureLoader, placeholder: UIImage? = nil
    ) -> ObservationToken {
      setPicture(placeholder: placeholder) { if let url { try await pictures.picture(at: url) } else { nil } }
    }

    /// Shows `placeholder`, and then the picture that `load` returns, for example from a service's store of covers. If the returned token
    /// is released before the picture has loaded, the picture is not shown. The picture is decoded away from the main thread, for the size
    /// that the view has when the bytes arrive. If `load` fails because of the network, the picture loads when the network returns.
    /// - Parameter load: returns the bytes of the picture. If it returns nil or throws, the placeholder stays.
    public func setPicture(
      placeholder: UIImage? = nil, load: @escaping @Sendable () async throws -> Data?
    ) -> ObservationToken {
      image = placeholder
      let task = Task { [weak self] in
        guard let data = await SystemPictures.load(load), let pixels = self?.shownPixels,
          let picture = await SystemPictures.picture(data, filling: pixels), !Task.isCancelled
        else { return }
        self?.image = UIImage(cgImage: picture.image)
      }
      return ObservationToken { task.cancel() }
    }

    /// A view that has not been laid out yet gets a picture of 300 points, enough for a row or a tile.
    private var shownPixels: PicturePixels? {
      let scale = Double(traitCollection.displayScale)
      return PicturePixels(width: bounds.width, height: bounds.height, scale: scale)
        ?? PicturePixels(width: 300, height: 300, scale: scale)
    }
  }
#endif
