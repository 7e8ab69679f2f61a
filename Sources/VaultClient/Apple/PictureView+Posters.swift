#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
  public import MediaCore
  public import SwiftUI

  extension PictureView {
    /// Creates a view that loads a poster. The sign-in token is sent only if the poster is on the server of `vault`. It is never sent to
    /// another server.
    ///
    /// ```swift
    /// PictureView(poster: movie.posterURL, of: vault, from: pictures) { Color.gray }
    /// ```
    /// - Parameter pictures: the loader for posters on other servers.
    public init(
      poster: String?, of vault: VaultService, from pictures: PictureLoader,
      @ViewBuilder placeholder: @escaping () -> Placeholder
    ) {
      self.init(
        id: poster,
        load: {
          guard let poster else { return nil }
          if poster.hasPrefix("/") { return try await vault.media.data(of: poster).value }
          guard let url = try await vault.media.url(of: poster) else { return nil }
          return try await pictures.picture(at: url)
        }, placeholder: placeholder)
    }
  }
#endif
