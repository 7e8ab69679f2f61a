/// One page of a longer list.
///
/// A page also has the number of all elements, if the server reports it; ``PageSequence`` loads all pages.
///
/// ```swift
/// let page = Page(items: ["a", "b"], total: 7, page: 0, limit: 2)
/// print(page.items, page.total ?? page.items.count)
/// ```
public struct Page<Element: Sendable>: Sendable {
  /// The elements of the page that could be read. There can be fewer than ``limit``, because elements that cannot be read are left out.
  public var items: [Element]
  /// The number of elements in the whole list; nil when the server does not report it.
  public var total: Int?
  /// The number of this page, from 0.
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
