#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit

  extension UIImageView {
    /// Shows `placeholder`, then the picture at an address, until the token is released. Keep the token in the cell, and release it in
    /// `prepareForReuse()`.
    ///
    /// ```swift
    /// token = imageView.setPicture(row.coverURL, from: pictures, placeholder: UIImage(systemName: "book"))
    /// ```
    public func setPicture(
      _ url: URL?, from pictures: PictureLoader, placeholder: UIImage? = nil
    ) -> ObservationToken {
      setPicture(placeholder: placeholder) { if let url { try await pictures.picture(at: url) } else { nil } }
    }

    /// Shows `placeholder`, then a picture from elsewhere, such as a service's store of covers, until the token is released.
    /// - Parameter load: the bytes of the picture; nil and errors leave the placeholder.
    public func setPicture(
      placeholder: UIImage? = nil, load: @escaping @Sendable () async throws -> Data?
    ) -> ObservationToken {
      image = placeholder
      let task = Task { [weak self] in
        guard let data = try? await load(), !Task.isCancelled, let picture = UIImage(data: data) else { return }
        self?.image = picture
      }
      return ObservationToken { task.cancel() }
    }
  }
#endif
