import Foundation
import MediaCore

/// A model that asks for each kind of value: leniently, or by the compiler's own `init(from:)`.
struct Probe: Decodable, Equatable {
  static let names = [
    "id", "text", "whole", "small", "unsigned", "amount", "flag", "date", "link", "data", "words", "numbers", "map",
    "inner", "list", "any", "price",
  ]

  /// Read strictly; the first fault ends the reading.
  struct Strict: Codable, Equatable {
    var id: String?
    var text: String?
    var whole: Int?
    var small: Int8?
    var unsigned: UInt64?
    var amount: Double?
    var flag: Bool?
    var date: Date?
    var link: URL?
    var data: Data?
    var words: [String]?
    var numbers: [Double?]?
    var map: [String: Int]?
    var inner: [Strict]?
    var price: Decimal?
  }

  var id: String?
  var text: String?
  var whole: Int?
  var small: Int8?
  var unsigned: UInt64?
  var amount: Double?
  var flag: Bool?
  var date: Date?
  var link: URL?
  var data: Data?
  var words: [String]?
  var numbers: [Double]?
  var map: [String: Int]?
  var inner: Strict?
  var list: [Strict]
  var missing: [String]

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    text = members[.text]
    whole = members[.whole]
    id = members.identifier(.id)
    small = members[.small]
    unsigned = members[.unsigned]
    amount = members[.amount]
    flag = members.flag(.flag)
    date = members[.date]
    link = members[.link]
    data = members[.data]
    words = members.optionalList(.words)
    numbers = members[.numbers]
    map = members.map(.map)
    inner = members[.inner]
    list = members.list(.list)
    missing = Self.names.filter { !members.contains(CodingKeys(stringValue: $0) ?? .any) }
  }

  enum CodingKeys: String, CodingKey {
    case id, text, whole, small, unsigned, amount, flag, date, link, data, words, numbers, map, inner, list, any, price
    case missing
  }
}
