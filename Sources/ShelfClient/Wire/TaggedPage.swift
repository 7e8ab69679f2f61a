public import MediaCore

/// A page and the server's mark of its version (`ETag`), or only that it has not changed.
public struct TaggedPage<Element: Sendable>: Sendable {
  /// The page; nil when the server's is still the one with the tag that was sent.
  public var page: Page<Element>?
  /// The opaque mark of the version; nil when the server sent none.
  public var tag: String?

  /// - Parameter page: nil when the page has not changed.
  public init(page: Page<Element>? = nil, tag: String? = nil) {
    self.page = page
    self.tag = tag
  }
}
