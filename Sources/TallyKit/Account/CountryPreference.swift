public import MediaCore

/// The user's country, on which search, analysis, providers and prices depend. One object keeps all screens in step.
public final class CountryPreference: Sendable {
  /// The name under which it is stored; the web client uses the same one.
  public static let key = "user_country"
  /// The United States, until another country is chosen.
  public static let fallback = "US"
  /// The countries to choose from, in this order.
  public static let all = ["US", "GB", "CA", "AU", "DE", "FR", "JP", "KR", "IN", "BR"]

  private let store: any KeyValueStore
  private let observers = Observers<String>()

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(store: any KeyValueStore) { self.store = store }

  /// The code in upper case. A new one is stored at once, and observers are notified.
  public var current: String {
    get {
      guard let code = store.string(forKey: Self.key), Self.isCode(code) else { return Self.fallback }
      return code.uppercased()
    }
    set { set(newValue) }
  }

  /// Whether a text is two letters, as a country's code is. With any other the server fails.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
  }

  /// Kept over launches and published to all screens, in upper case. Not checked against ``all``; a text that is no code of two
  /// letters is ignored.
  public func set(_ code: String) {
    // Before anything is made large: one letter can become two.
    guard Self.isCode(code), code.uppercased() != current else { return }
    let code = code.uppercased()
    store.set(code, forKey: Self.key)
    observers.notify(code)
  }

  /// Calls `changed` with each new code until the token is released.
  public func observe(_ changed: @escaping @Sendable (String) -> Void) -> ObservationToken { observers.add(changed) }
}

extension ClientError {
  /// A text that is no country's code was entered.
  static let noCountry = ClientError(.invalidRequest, operation: .tallyUserUpdate, detail: "country")
}
