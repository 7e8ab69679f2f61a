public import Foundation

/// An amount in a currency. The text of an amount depends on the language of the given texts, not on the device's region.
public struct Money: Hashable, Sendable {
  /// The amount, in units of ``currency``.
  public var amount: Decimal
  /// The currency's ISO 4217 code.
  public var currency: String

  /// Creates an amount.
  /// - Parameter currency: three capital letters.
  public init(amount: Decimal, currency: String) {
    self.amount = amount
    self.currency = currency
  }

  /// The sum of prices, in the currency of the first; `$0.00` for none.
  static func sum(of prices: [ProviderPrice]) -> Money {
    Money(amount: prices.map(\.amount).reduce(0, +), currency: prices.first?.currency ?? "USD")
  }

  /// The currency of a country's prices; nil for a country outside this table.
  static func currency(of country: String) -> String? {
    [
      "US": "USD", "GB": "GBP", "CA": "CAD", "AU": "AUD", "DE": "EUR", "FR": "EUR", "JP": "JPY", "KR": "KRW",
      "IN": "INR", "BR": "BRL",
    ][country.uppercased()]
  }

  private static let symbols = [
    "USD": "$", "AUD": "A$", "CAD": "CA$", "GBP": "£", "EUR": "€", "JPY": "¥", "KRW": "₩", "INR": "₹", "BRL": "R$",
  ]

  /// The amount in English with the dollar's country, such as `US$15.49`, for readers who may mistake a bare `$` for their own dollar.
  public var fullText: String { fullText(.english) }

  /// The amount in English, such as `$15.49`. The amount is rounded half away from zero, to cents or to whole yen and won. If the currency
  /// has no symbol, the text contains the currency's code.
  public var text: String { text(.english) }

  /// Returns the amount with the dollar's country, like ``fullText``, in the language of `texts`. In German, for example, `15,49 US$`.
  public func fullText(_ texts: Texts) -> String {
    text(texts, symbol: currency == "USD" ? "US$" : Self.symbols[currency])
  }

  /// Returns the amount with the currency's symbol in the language of `texts`, whatever the device's region. In German, for example, `15,49
  /// $`.
  public func text(_ texts: Texts) -> String { text(texts, symbol: Self.symbols[currency]) }

  private func text(_ texts: Texts, symbol: String?) -> String {
    let isWhole = currency == "JPY" || currency == "KRW"
    let rounded = (amount < 0 ? -amount : amount).rounded(to: isWhole ? 0 : 2)
    var digits = NSDecimalNumber(decimal: rounded).description(withLocale: Locale(identifier: "en_US_POSIX"))
    if !isWhole {
      let parts = digits.split(separator: ".", maxSplits: 1).map(String.init)
      let cents = (parts.count > 1 ? parts[1] : "").padding(toLength: 2, withPad: "0", startingAt: 0)
      digits = (parts.first ?? "0") + texts("tally.price.separator", english: ".") + cents
    }
    let sign = amount < 0 ? "-" : ""
    guard texts("tally.price.order", english: "symbol amount") == "symbol amount" else {
      return "\(sign)\(digits)\u{a0}\(symbol ?? currency)"
    }
    return sign + (symbol ?? "\(currency) ") + digits
  }
}

extension Decimal {
  /// The amount rounded half away from zero to two places, as the server stores prices.
  var inCents: Decimal { rounded(to: 2) }

  /// Whether the server can store the amount as a price: from 0 to 9,999.99. The server answers a larger amount with 500, as it answers an
  /// outage, so such a change would wait and be sent again and again.
  var isPrice: Bool { self >= 0 && inCents < 10_000 }

  fileprivate func rounded(to places: Int) -> Decimal {
    var (exact, rounded) = (self, Decimal())
    NSDecimalRound(&rounded, &exact, places, .plain)
    return rounded
  }
}
