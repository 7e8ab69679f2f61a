public import MediaCore

/// A page and the server's mark of its version (`ETag`), or only that it has not changed.
public struct TaggedPage<Element: Sendable>: Sendable {
  /// Nil when the server's page is still the one with the tag that was sent.
  public var page: Page<Element>?
  /// Opaque; nil when the server gave none.
  public var tag: String?

  /// - Parameter page: nil when the server said that it has not changed.
  public init(page: Page<Element>? = nil, tag: String? = nil) {
    self.page = page
    self.tag = tag
  }
}
