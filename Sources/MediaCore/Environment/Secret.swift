/// A credential. Prints as `•••`, is not Codable, and shows its value only to ``reveal()``.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// A secret in memory. It is not copied into any description, dump or coder.
  public init(_ value: String) { self.value = value }

  /// The value in clear. For a ``SecretStore``, and for the one place that puts it into a request.
  public func reveal() -> String { value }

  /// Whether the value is empty.
  public var isEmpty: Bool { value.isEmpty }
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
