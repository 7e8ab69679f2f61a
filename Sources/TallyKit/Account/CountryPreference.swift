public import MediaCore

/// The user's country, on which search, analysis, providers and prices depend. All screens of a ``TallyService`` share one object of this
/// class, so a change applies to all of these screens.
///
/// ```swift
/// tally.country.set("DE")
/// print(tally.country.current)
/// ```
public final class CountryPreference: Sendable {
  /// The key under which the country is stored; the web client uses the same key.
  public static let key = "user_country"
  /// The country that applies until the user chooses one: the United States.
  public static let fallback = "US"
  /// The codes of the countries to choose from, in the order for a menu.
  public static let all = ["US", "GB", "CA", "AU", "DE", "FR", "JP", "KR", "IN", "BR"]

  private let store: any KeyValueStore
  private let observers = Observers<String>()

  /// Creates a preference that stores the country in `store`.
  public init(store: any KeyValueStore) { self.store = store }

  /// The code of the user's country, in upper case. Setting the property stores the code and notifies the observers.
  public var current: String {
    get {
      chosen ?? Self.fallback
    }
    set { set(newValue) }
  }

  /// The country that was chosen; nil for none.
  var chosen: String? { store.string(forKey: Self.key).flatMap { Self.isCode($0) ? $0.uppercased() : nil } }

  /// Returns whether a text consists of two letters, like the code of a country. The server fails if it receives any other text as the
  /// country.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
  }

  /// Sets the country for all screens and later launches. The code is stored in upper case. A text that is not a two-letter code is
  /// ignored; any two-letter code is accepted, even if it is not in ``all``.
  public func set(_ code: String) {
    // Check the code before `uppercased()`: `ß` in upper case is `SS` and would pass the check.
    guard Self.isCode(code), code.uppercased() != chosen else { return }
    let (code, before) = (code.uppercased(), current)
    // Store the code even if it equals the default. Otherwise a later import would replace the user's choice.
    store.set(code, forKey: Self.key)
    // A process that only reads the app's files stores nothing.
    if code != before, current == code { observers.notify(code) }
  }

  /// Calls `changed` with each new country code until the returned token is released.
  public func observe(_ changed: @escaping @Sendable (String) -> Void) -> ObservationToken { observers.add(changed) }
}

extension ClientError {
  /// The error for an entered text that is not a country's code.
  static let noCountry = ClientError(.invalidRequest, operation: .tallyUserUpdate, detail: "country")
}
