public import Foundation

/// The monthly prices of providers in one country. The SDK contains fixed tables for Australia and the United States. For all other
/// countries, ``table(_:)`` returns the table of the United States, and ``country`` is `US`.
public struct ProviderPrices: Hashable, Sendable {
  /// The country of the prices, as two capital letters.
  public var country: String
  /// The currency's ISO 4217 code.
  public var currency: String
  /// The prices in the table's order.
  public var prices: [ProviderPrice]

  /// Returns the table of a country, or the table of the United States if the country has none.
  public static func table(_ country: String) -> ProviderPrices {
    country.uppercased() == "AU" ? australia : unitedStates
  }

  /// Returns whether the prices are those of `country`; false if the table of the United States is used in place of that country's prices.
  public func isOf(_ country: String) -> Bool { country.uppercased() == self.country }

  /// Returns TMDB's own number of a provider. The server's merged providers have other numbers: 384 instead of 1899 for HBO Max, and 350
  /// instead of 2 for Apple TV+.
  public static func canonical(_ provider: Int) -> Int { aliases[provider] ?? provider }

  private static let aliases = [384: 1899, 350: 2]

  /// Returns the price of a provider by TMDB's number or by the server's merged number, see ``canonical(_:)``; nil if the provider is not
  /// in the table.
  public func price(of provider: Int) -> ProviderPrice? {
    let id = Self.canonical(provider)
    return prices.first { $0.id == id }
  }

  /// Returns the price of a provider by name, for services that have the server's own ids; nil if the name is not in the table. Blanks,
  /// case and the difference between `+` and `Plus` are ignored.
  public func price(named name: String) -> ProviderPrice? {
    let key = Self.key(name)
    return prices.first { Self.key($0.name) == key }
  }

  static func key(_ name: String) -> String {
    name.lowercased().replacingOccurrences(of: "+", with: "plus").filter { !$0.isWhitespace }
  }

  private init(_ country: String, _ currency: String, _ prices: [(Int, String, String)]) {
    self.country = country
    self.currency = currency
    self.prices = prices.compactMap { id, name, amount in
      Decimal(string: amount, locale: Locale(identifier: "en_US_POSIX")).map {
        ProviderPrice(id: id, name: name, amount: $0, currency: currency)
      }
    }
  }

  private static let australia = ProviderPrices(
    "AU", "AUD",
    [
      (1899, "HBO Max", "19.99"), (4888, "Paramount+ with Showtime", "11.99"), (8, "Netflix", "16.99"),
      (119, "Amazon Prime Video", "8.99"), (337, "Disney+", "13.99"), (15, "Hulu", "15.99"), (2, "Apple TV+", "9.99"),
      (531, "Paramount+", "9.99"),
    ])

  private static let unitedStates = ProviderPrices(
    "US", "USD",
    [
      (1899, "HBO Max", "15.99"), (4888, "Paramount+ with Showtime", "11.99"), (8, "Netflix", "15.49"),
      (119, "Amazon Prime Video", "8.99"), (337, "Disney+", "7.99"), (15, "Hulu", "7.99"), (2, "Apple TV+", "6.99"),
      (531, "Paramount+", "5.99"),
    ])
}

/// The monthly price of one provider.
public struct ProviderPrice: Hashable, Sendable, Identifiable {
  /// The provider's number at TMDB.
  public var id: Int
  /// The name of the service.
  public var name: String
  /// The price of a month, in ``currency``.
  public var amount: Decimal
  /// The currency's ISO 4217 code.
  public var currency: String

  /// Creates the price of a month.
  public init(id: Int, name: String, amount: Decimal, currency: String) {
    self.id = id
    self.name = name
    self.amount = amount
    self.currency = currency
  }
}
