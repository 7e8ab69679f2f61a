/// One page of a longer list.
///
/// A page also has the number of elements in the whole list, if the server reports it. ``PageSequence`` loads all pages.
///
/// ```swift
/// let page = Page(items: ["a", "b"], total: 7, page: 0, limit: 2)
/// print(page.items, page.total ?? page.items.count)
/// ```
public struct Page<Element: Sendable>: Sendable {
  /// The elements of the page, without those that cannot be read. There can therefore be fewer elements than ``limit``.
  public var items: [Element]
  /// The number of elements in the whole list; nil if the server does not report it.
  public var total: Int?
  /// The number of this page. The first page has the number 0.
  public var page: Int
  /// The number of elements that were requested for the page.
  public var limit: Int

  /// Creates a page.
  public init(items: [Element], total: Int? = nil, page: Int, limit: Int) {
    self.items = items
    self.total = total
    self.page = page
    self.limit = limit
  }
}

extension Page: Equatable where Element: Equatable {}
extension Page: Hashable where Element: Hashable {}
