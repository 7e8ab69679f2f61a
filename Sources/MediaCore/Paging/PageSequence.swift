/// All elements of a paged list, loaded page by page as they are asked for.
///
/// ```swift
/// for try await item in shelf.libraries.items(in: library.id) { print(item.title) }
/// ```
///
/// Iterating throws `any Error`, which is always a ``ClientError``: a typed `Failure` crashes current compilers in
/// innocent calls such as `first(where:)`. ``all()`` and the iterator's ``Iterator/nextElement()`` throw it typed.
public struct PageSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Loads a page; `page` counts from 0.
  public typealias Load = @Sendable (_ page: Int, _ limit: Int) async throws(ClientError) -> Page<Element>

  private let limit: Int
  private let maximumPages: Int
  private let load: Load

  /// - Parameters:
  ///   - limit: elements per page.
  ///   - maximumPages: where to stop in any case: a server that repeats its pages for ever must not hang an app.
  public init(limit: Int, maximumPages: Int = 10_000, load: @escaping Load) {
    self.limit = Swift.max(1, limit)
    self.maximumPages = maximumPages
    self.load = load
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(limit: limit, maximumPages: maximumPages, load: load)
  }

  /// Everything at once.
  public func all() async throws(ClientError) -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while let element = try await iterator.nextElement() { elements.append(element) }
    return elements
  }

  /// Loads the next page when the one before is used up.
  public struct Iterator: AsyncIteratorProtocol {
    private let limit: Int
    private let maximumPages: Int
    private let load: Load
    private var waiting: ArraySlice<Element> = []
    private var page = 0
    private var seen = 0
    private var emptyInRow = 0
    private var isDone = false

    init(limit: Int, maximumPages: Int, load: @escaping Load) {
      self.limit = limit
      self.maximumPages = maximumPages
      self.load = load
    }

    public mutating func next() async throws -> Element? { try await nextElement() }

    /// The next element, or nil at the end.
    public mutating func nextElement() async throws(ClientError) -> Element? {
      while waiting.isEmpty, !isDone {
        let loaded = try await load(page, limit)
        waiting = loaded.items[...]
        seen += loaded.items.count
        page += 1
        // A short page ends the list, but dropped elements shorten a page too: the total decides where there is one.
        let isShort = loaded.total.map { seen >= $0 } ?? (loaded.items.count < limit)
        // Of a single page everything may have been dropped; of two, the total is wrong.
        emptyInRow = loaded.items.isEmpty ? emptyInRow + 1 : 0
        isDone = isShort || emptyInRow > 1 || page >= maximumPages
      }
      return waiting.popFirst()
    }
  }
}
