/// One page of a longer list.
///
/// The functions that return one also say how many there are altogether; ``PageSequence`` goes through all pages.
///
/// ```swift
/// let page = Page(items: ["a", "b"], total: 7, page: 0, limit: 2)
/// print(page.items, page.total ?? page.items.count)
/// ```
public struct Page<Element: Sendable>: Sendable {
  /// The elements that could be read. Dropped ones make a page shorter than ``limit``.
  public var items: [Element]
  /// The number of all elements; nil when the server does not say.
  public var total: Int?
  /// The number of this page, from 0.
  public var page: Int
  /// The number of elements that were requested.
  public var limit: Int

  /// A page that was read, or one made for a test.
  public init(items: [Element], total: Int? = nil, page: Int, limit: Int) {
    self.items = items
    self.total = total
    self.page = page
    self.limit = limit
  }
}

extension Page: Equatable where Element: Equatable {}
extension Page: Hashable where Element: Hashable {}
