#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit

  extension UIImageView {
    /// Shows `placeholder`, and then the picture at an address when it has loaded. After the token was released, a picture that is still
    /// loading is not shown. Store the token in the cell, and release the token in `prepareForReuse()`.
    ///
    /// ```swift
    /// token = imageView.setPicture(row.coverURL, from: pictures, placeholder: UIImage(systemName: "book"))
    /// ```
    public func setPicture(
      _ url: URL?, from pictures: PictureLoader, placeholder: UIImage? = nil
    ) -> ObservationToken {
      setPicture(placeholder: placeholder) { if let url { try await pictures.picture(at: url) } else { nil } }
    }

    /// Shows `placeholder`, and then the picture that `load` returns, for example from a service's store of covers. After the token was
    /// released, a picture that is still loading is not shown.
    /// - Parameter load: returns the bytes of the picture. If it returns nil or throws, the placeholder stays.
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
