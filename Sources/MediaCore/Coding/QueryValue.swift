/// A value of a ``QueryParameters``.
public protocol QueryValue: Sendable {
  /// The value in a query, before encoding.
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
