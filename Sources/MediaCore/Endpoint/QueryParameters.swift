/// The query of an endpoint, in order. Values are encoded strictly: a `+` goes out as `%2B`, so that no server reads a
/// blank.
public struct QueryParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  public private(set) var items: [Item]

  public struct Item: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  public init() { items = [] }

  /// Items whose value is nil are left out.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    items = elements.compactMap { name, value in value.map { Item(name: name, value: $0.queryText) } }
  }

  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    if let value { items.append(Item(name: name, value: value.queryText)) }
  }

  var encoded: String {
    items.map { "\($0.name.percentEncoded(keeping: "."))=\($0.value.percentEncoded(keeping: "."))" }.joined(
      separator: "&")
  }
}

/// A value of a ``QueryParameters``.
public protocol QueryValue: Sendable {
  var queryText: String { get }
}

extension String: QueryValue { public var queryText: String { self } }
extension Int: QueryValue { public var queryText: String { String(self) } }
extension Double: QueryValue { public var queryText: String { plainText } }
extension Bool: QueryValue { public var queryText: String { self ? "true" : "false" } }

extension Double {
  /// The shortest decimal text that reads back as the same number, without a needless `.0`.
  public var plainText: String {
    Int64(exactly: self).map(String.init) ?? "\(self)"
  }
}
