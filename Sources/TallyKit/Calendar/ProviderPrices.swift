public import Foundation

/// Monthly prices of providers: a fixed table for two countries. All others read the one of the US, and ``country`` says so.
public struct ProviderPrices: Hashable, Sendable {
  /// The country whose prices they are.
  public var country: String
  /// ISO 4217.
  public var currency: String
  /// In the table's order.
  public var prices: [ProviderPrice]

  /// The table of a country.
  public static func table(_ country: String) -> ProviderPrices {
    country.uppercased() == "AU" ? australia : unitedStates
  }

  /// Whether they are the prices of that country, and not those of another one in its place.
  public func isOf(_ country: String) -> Bool { country.uppercased() == self.country }

  /// The server's merged providers go by other numbers than TMDB's own: 384 is HBO Max's 1899, 350 is Apple's 2.
  public static func canonical(_ provider: Int) -> Int { aliases[provider] ?? provider }

  private static let aliases = [384: 1899, 350: 2]

  /// By TMDB's number, aliases included; nil for a provider that is not in it.
  public func price(of provider: Int) -> ProviderPrice? {
    let id = Self.canonical(provider)
    return prices.first { $0.id == id }
  }

  /// By name, for the server's own ids: without blanks, case and the difference between `+` and `Plus`.
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
  /// TMDB's number.
  public var id: Int
  /// The name of the service.
  public var name: String
  /// A month, in the currency of the table.
  public var amount: Decimal
  /// ISO 4217.
  public var currency: String

  /// A price of a month.
  public init(id: Int, name: String, amount: Decimal, currency: String) {
    self.id = id
    self.name = name
    self.amount = amount
    self.currency = currency
  }
}
