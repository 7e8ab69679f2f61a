/// All elements of a paged list. Each page is loaded when its first element is requested.
///
/// ```swift
/// for try await item in shelf.libraries.items(in: library.id) { print(item.title) }
/// ```
///
/// Iterating with `for try await` throws `any Error`, but the error is always a ``ClientError``. The sequence declares no typed `Failure`,
/// because a typed `Failure` would crash current compilers at harmless calls such as `first(where:)`. ``all()`` and the iterator's
/// ``Iterator/nextElement()`` throw a typed ``ClientError``.
public struct PageSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Loads one page. The first page has the number 0.
  public typealias Load = @Sendable (_ page: Int, _ limit: Int) async throws(ClientError) -> Page<Element>

  private let limit: Int
  private let maximumPages: Int
  private let load: Load
  private let id: (@Sendable (Element) -> String)?

  /// Creates a sequence of the elements of all pages.
  /// - Parameters:
  ///   - limit: the number of elements per page.
  ///   - maximumPages: the largest number of pages to load. The limit ends the sequence if a server returns the same pages over and over.
  public init(limit: Int, maximumPages: Int = 10_000, load: @escaping Load) {
    self.init(limit: limit, maximumPages: maximumPages, identifiedBy: nil, load: load)
  }

  /// A list whose elements have ids. If the server's list changes between two pages, no element is returned twice, and none is missed as
  /// long as every element could be read. Before each page but the first, a small request reads only the element in front of the page. If
  /// that element or the total differs from before, the earlier pages are loaded again, the last one first.
  package init(
    limit: Int, maximumPages: Int = 10_000, id: @escaping @Sendable (Element) -> String, load: @escaping Load
  ) {
    self.init(limit: limit, maximumPages: maximumPages, identifiedBy: id, load: load)
  }

  private init(
    limit: Int, maximumPages: Int, identifiedBy id: (@Sendable (Element) -> String)?, load: @escaping Load
  ) {
    self.limit = Swift.max(1, limit)
    self.maximumPages = maximumPages
    self.load = load
    self.id = id
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(limit: limit, maximumPages: maximumPages, load: load, id: id)
  }

  /// Loads all pages and returns all elements.
  public func all() async throws(ClientError) -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while let element = try await iterator.nextElement() { elements.append(element) }
    return elements
  }

  /// The iterator of a ``PageSequence``. It loads the next page after it has returned all elements of the current page.
  public struct Iterator: AsyncIteratorProtocol {
    private let limit: Int
    private let maximumPages: Int
    private let load: Load
    private var waiting: ArraySlice<Element> = []
    private var page = 0
    private var seen = 0
    private var emptyInRow = 0
    private var isDone = false
    private let id: (@Sendable (Element) -> String)?
    private var delivered: Set<String> = []
    private var total: Int?
    /// The id of the element at the end of the page before; nil if that page ended with an element that could not be read.
    private var end: String?

    init(limit: Int, maximumPages: Int, load: @escaping Load, id: (@Sendable (Element) -> String)?) {
      self.limit = limit
      self.maximumPages = maximumPages
      self.load = load
      self.id = id
    }

    public mutating func next() async throws -> Element? { try await nextElement() }

    /// Returns the next element, or nil after the last element.
    public mutating func nextElement() async throws(ClientError) -> Element? {
      while waiting.isEmpty, !isDone {
        let loaded = try await load(page, limit)
        waiting = try await fresh(loaded)[...]
        seen += loaded.items.count
        page += 1
        // Use `total` if the server sends it: dropped elements also make a page short. Without `total`, a short page ends the list.
        let isShort = loaded.total.map { seen >= $0 } ?? (loaded.items.count < limit)
        // If all elements of a page were dropped, the list goes on, and `seen` never reaches `total`. So end the list at the second empty
        // page in a row behind `total`, or at the tenth one before it: then `total` is wrong.
        emptyInRow = loaded.items.isEmpty ? emptyInRow + 1 : 0
        let isBehindTotal = loaded.total.map { page * limit >= $0 } ?? true
        isDone = isShort || emptyInRow >= (isBehindTotal ? 2 : 10) || page >= maximumPages
      }
      return waiting.popFirst()
    }

    /// The elements of a page that were not delivered yet, behind those that a change of the list has moved to earlier pages.
    private mutating func fresh(_ loaded: Page<Element>) async throws(ClientError) -> [Element] {
      guard let id else { return loaded.items }
      var parts = [loaded.items]
      if try await isMoved(loaded) {
        for number in (0..<page).reversed() {
          let again = try await load(number, limit).items
          // If the total is the same, an element may have moved to the first page: the pages between show nothing of that.
          if loaded.total != total, again.allSatisfy({ delivered.contains(id($0)) }) { break }
          parts.insert(again, at: 0)
        }
      }
      total = loaded.total
      end = loaded.items.count == limit ? loaded.items.last.map(id) : nil
      return parts.flatMap { $0 }.filter { delivered.insert(id($0)).inserted }
    }

    /// Whether the list has changed since the page before.
    private func isMoved(_ loaded: Page<Element>) async throws(ClientError) -> Bool {
      guard page > 0, loaded.total == total else { return page > 0 }
      guard let id, let end else { return false }
      let before = try await load(page * limit - 1, 1).items.first
      return before.map { id($0) != end } ?? false
    }
  }
}
