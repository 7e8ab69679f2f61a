/// The query of an endpoint, in the order in which its items were added. Values are percent-encoded strictly: a `+` is sent as `%2B`, so
/// that no server reads the `+` as a blank.
public struct QueryParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The names and values, in the order in which they were added.
  public private(set) var items: [Item] = []
  /// Whether every value can be written: the time of an infinite date, for example, cannot.
  private(set) var isFinite = true

  /// A name and its value, both before percent-encoding.
  public struct Item: Sendable, Hashable {
    /// The name, before encoding.
    public let name: String
    /// The value, before encoding.
    public let value: String
  }

  public init() {}

  /// Creates a query from names and values. Items whose value is nil are left out.
  public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
    items.reserveCapacity(elements.count)
    for (name, value) in elements { append(name, value) }
  }

  /// Adds a name with its value. Does nothing if the value is nil. A name can be added more than once.
  public mutating func append(_ name: String, _ value: (any QueryValue)?) {
    guard let value else { return }
    items.append(Item(name: name, value: value.queryText))
    // Compare the types first: the cast takes longer than the rest of this function.
    if type(of: value) == Double.self, let number = value as? Double, !number.isFinite { isFinite = false }
  }

  /// Writes the query as it stands in an address, without the `?`.
  func write(to text: inout String) {
    var separator = ""
    for item in items {
      text += separator
      text += item.name.percentEncoded(keeping: ".")
      text += "="
      text += item.value.percentEncoded(keeping: ".")
      separator = "&"
    }
  }
}
