import Foundation

/// The SDK's texts for people, in the language of the app's user. Every text has a key; a text without a translation stays English.
///
/// Set them in the environment of a service: the service's screens and the texts of its errors use them.
///
/// ```swift
/// let german = Texts(.coreGerman)  // the clients have tables of their own, such as `.shelfGerman`
/// let environment = ClientEnvironment.live(texts: german)
/// ```
public struct Texts: Sendable {
  /// The name of a text, such as `error.unreachable`; Documentation/Texts.md lists them all.
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
  /// - Parameter lookup: returns the text for a key, or nil for the English one. `%@` stands where a value is inserted.
  public init(_ lookup: @escaping @Sendable (Key) -> String?) { self.lookup = lookup }

  /// The texts of one language, from the tables of the modules in use.
  ///
  /// ```swift
  /// var environment = ClientEnvironment.live()
  /// environment.texts = Texts(.coreGerman, .shelfGerman)
  /// ```
  public init(_ tables: Table...) {
    let texts = tables.reduce(into: [:]) { $0.merge($1.texts) { _, later in later } }
    self.init { texts[$0] }
  }

  /// A translation of one module's texts.
  public struct Table: Sendable {
    let texts: [Key: String]

    /// Creates a translation from texts by their keys.
    /// - Parameter texts: each with `%@` as often and in the same order as in the English text of Documentation/Texts.md.
    public init(_ texts: [Key: String]) { self.texts = texts }
  }

  /// The English of the package.
  public static let english = Texts { _ in nil }

  /// Returns the text for `key`, with each `%@` replaced by one of `values`, in order.
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
