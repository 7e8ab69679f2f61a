import Foundation

/// The SDK's texts for users of the app, in one language. Every text has a key. A text without a translation is returned in English.
///
/// Set the texts in the environment of a service. The service uses them for its screens and for the texts of its errors.
///
/// ```swift
/// let german = Texts(.coreGerman)  // the clients have tables of their own, such as `.shelfGerman`
/// let environment = ClientEnvironment.live(texts: german)
/// ```
public struct Texts: Sendable {
  /// The key of a text, such as `error.unreachable`; Documentation/Texts.md lists all keys.
  public struct Key: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// A text that is chosen at run time: its key and its English form side by side, so that `.ci/texts` finds both.
  package struct Entry: Sendable, Hashable {
    package let key: Key
    package let english: String

    package init(_ key: Key, english: String) {
      self.key = key
      self.english = english
    }
  }

  private let lookup: @Sendable (Key) -> String?
  /// The time now, for texts that say how long to wait; nil for texts that do not come from an environment.
  var now: (@Sendable () -> Date)?

  /// Creates texts from a function.
  /// - Parameter lookup: returns the translation for a key. If it returns nil, the English text is used. A translation has `%@` at each
  ///   position where a value is inserted.
  public init(_ lookup: @escaping @Sendable (Key) -> String?) { self.lookup = lookup }

  /// Creates texts of one language from the translation tables of the modules that the app uses.
  ///
  /// ```swift
  /// var environment = ClientEnvironment.live()
  /// environment.texts = Texts(.coreGerman, .shelfGerman)
  /// ```
  public init(_ tables: Table...) {
    let texts = tables.reduce(into: [:]) { $0.merge($1.texts) { _, later in later } }
    self.init { texts[$0] }
  }

  /// A translation of the texts of one module, such as ShelfClient, into one language.
  public struct Table: Sendable {
    let texts: [Key: String]

    /// Creates a translation of a module's texts.
    /// - Parameter texts: the translations by their keys. Each translation has as many `%@` as the English text in Documentation/Texts.md,
    ///   in the same order.
    public init(_ texts: [Key: String]) { self.texts = texts }
  }

  /// The package's own English texts.
  public static let english = Texts { _ in nil }

  /// Returns the translation for `key`, or `english` if there is no translation. In this text, each `%@` is replaced by one of `values`, in
  /// order.
  public func callAsFunction(_ key: Key, english: String, _ values: String...) -> String {
    self(Entry(key, english: english), values)
  }

  package func callAsFunction(_ entry: Entry, _ values: [String] = []) -> String {
    let parts = (lookup(entry.key) ?? entry.english).split(separator: "%@", omittingEmptySubsequences: false)
    var text = ""
    for (index, part) in parts.enumerated() {
      text += part
      if index < parts.count - 1 { text += index < values.count ? values[index] : "" }
    }
    return text
  }
}
