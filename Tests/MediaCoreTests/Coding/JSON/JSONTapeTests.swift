import Foundation
import MediaTesting
import Testing

@testable import MediaCore

/// Where the SDK's reader differs from Foundation's on purpose, and its inner rules.
@Suite("Our JSON")
struct JSONTapeTests {
  private struct Pair: Decodable, Equatable {
    var a: Int?
    var b: Int?

    enum CodingKeys: String, CodingKey { case a, b }
    init(a: Int?, b: Int?) { (self.a, self.b) = (a, b) }
    init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      b = members[.b]
      a = members[.a]
    }
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONCoder(dates: .milliseconds).decode(type, from: Data(text.utf8))
  }

  @Test(
    "of a member given twice the last one counts, whatever is asked first, as for the servers' own web clients",
    arguments: [
      #"{"a":1,"a":2,"b":3}"#, #"{"a":1,"b":3,"a":2}"#, #"{"b":3,"a":[{"a":5}],"a":2}"#,
      #"{"a":1,"b":9,"b":3,"\u0061":2}"#,
      #"{"\u0061":1,"b":3,"a":2}"#, #"{"a":0,"a":1,"a":2,"b":3}"#,
    ])
  func twins(text: String) throws {
    #expect(try read(Pair.self, text) == Pair(a: 2, b: 3))
    #expect(try read([String: JSONValue].self, text) == ["a": 2, "b": 3])
    #expect(try JSONValue(parsing: text) == ["a": 2, "b": 3])
  }

  @Test("a second one is seen among any number of members", arguments: [2, 63, 64, 65, 66, 200, 1000])
  func manyMembers(count: Int) throws {
    let members = (0..<count).map { "\"m\($0)\":\($0)" }
    for twin in [0, count / 2, count - 1] {
      let text = "{" + (members + ["\"m\(twin)\":-1"]).joined(separator: ",") + "}"
      let read = try read([String: Int].self, text)
      #expect(read.count == count && read["m\(twin)"] == -1)
    }
  }

  @Test("members are found in any order, again and again, and those that are not there are not")
  func order() throws {
    let text = #"{"one":1,"two":[{"one":9}],"three":{"two":8},"":4,"o\u006ee2":5}"#
    try JSONTape.borrowing(Data(text.utf8), limits: JSONLimits()) { tape in
      let decoder = TapeDecoder(tape, 0)
      for _ in 0..<3 {
        let members: [(String, Int?)] = [("three", nil), ("one", 1), ("", 4), ("one2", 5), ("two", nil), ("one", 1)]
        for (name, value) in members {
          let place = try #require(decoder.find(WireKey(stringValue: name)))
          #expect(tape.int(place) == value, "\(name)")
        }
        for name in ["on", "ones", "o\\u006ee2", "One", "\u{0}"] {
          #expect(decoder.find(WireKey(stringValue: name)) == nil, "\(name)")
        }
      }
    }
  }

  /// Foundation's decoder reads only the members that are asked for.
  @Test(
    "what nobody asks for has to be JSON too",
    arguments: [
      (#"{"c":01}"#, .badNumber), (#"{"c":"\x"}"#, .badEscape), ("{\"c\":\"\u{1}\"}", .unexpectedByte),
      (#"{"c":[1,]}"#, .unexpectedByte), (#"{"a":1,}"#, .unexpectedByte), ("{\"a\":1}\u{0}", .trailingBytes),
      (#"{"c":"\uD800"}"#, .badEscape),
    ] as [(String, JSONSyntaxError.Reason)])
  func strict(text: String, reason: JSONSyntaxError.Reason) {
    #expect(#expect(throws: JSONSyntaxError.self) { try read(Pair.self, text) }?.reason == reason)
  }

  @Test("a document in UTF-16 is none")
  func encodings() throws {
    let data = try #require(#"{"a":1}"#.data(using: .utf16))
    #expect(throws: JSONSyntaxError.self) { try JSONCoder(dates: .seconds).decode(Pair.self, from: data) }
  }

  @Test("a number beyond the largest breaks the member, not the answer; one below the smallest is zero")
  func numbers() throws {
    #expect(try read(Pair.self, #"{"a":1e999,"b":2}"#) == Pair(a: nil, b: 2))
    #expect(try read([Double].self, "[1e-999,-1e-999,5e-324]") == [0, 0, .leastNonzeroMagnitude])
    #expect(try read([Int].self, "[5.0,1e2,120e-1,0e99,-0.0]") == [5, 100, 12, 0, 0])
    let zeros = "[0e9999999999,-0.0E+99999999999999999999,0e-9999999999,0.00e-99999999999999999999]"
    #expect(try read([Int].self, zeros) == [0, 0, 0, 0])
    #expect(try read([UInt8].self, zeros) == [0, 0, 0, 0])
    #expect(try read([Double].self, zeros) == [0, 0, 0, 0])
    #expect(try read([Decimal].self, zeros) == [0, 0, 0, 0])
    let large = try read([Int].self, "[9007199254740993.0,1e18,-9223372036854775808]")
    #expect(large == [9_007_199_254_740_993, 1_000_000_000_000_000_000, .min])
    for text in [
      "1.5", "1e19", "9223372036854775808", "1e-1", "1e999999999999999999999", "1e-9999999999", "-9223372036854775809",
    ] {
      #expect(throws: DecodingError.self) { try read([Int].self, "[\(text)]") }
    }
    #expect(try read([UInt64].self, "[18446744073709551615]") == [.max])
    let floats = try read([Float].self, "[0.1,16777217,1e-300,3.4028235e38]")
    #expect(floats == [0.1, 16_777_216, 0, .greatestFiniteMagnitude])
    #expect(throws: DecodingError.self) { try read([Float].self, "[3.4028236e38]") }
    #expect(throws: DecodingError.self) { try read([UInt8].self, "[256]") }
    #expect(throws: DecodingError.self) { try read([UInt8].self, "[-1]") }
  }

  @Test("every double is read as it was written")
  func doubles() throws {
    let random = SeededRandom(seed: 4)
    for _ in 0..<20_000 {
      let exact = Double(bitPattern: random.next())
      let short = Double(Int64(bitPattern: random.next()) >> 14) / [1, 10, 1000, 1e6, 1e9][Int(random.next() % 5)]
      for value in [exact, short] where value.isFinite {
        #expect(try read([Double].self, "[\(value)]") == [value])
      }
    }
  }

  private struct Keeper: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  @Test("a decoder that somebody keeps still reads after the answer is gone")
  func keptDecoder() throws {
    func keep() throws -> Keeper {
      // The text's buffer is freed when `keep()` returns.
      let text = #"{"a":"\#(String(repeating: "long ", count: 1000))","b":[1,2,3]}"#
      return try read(Keeper.self, text)
    }
    let kept = try keep()
    let others = try (0..<50).map { try read([String].self, "[\"\(String(repeating: "\($0)", count: 5000))\"]") }
    let later = try [String: JSONValue](from: kept.decoder)
    #expect(later["a"]?.string?.hasPrefix("long long") == true && later["b"] == [1, 2, 3] && others.count == 50)
  }

  /// Uses each function of the containers.
  private struct Nested: Decodable, Equatable {
    var words: [String] = []
    var path: [String] = []

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: WireKey.self)
      let inner = try members.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(stringValue: "inner"))
      words.append(try inner.decode(String.self, forKey: WireKey(stringValue: "word")))
      var list = try inner.nestedUnkeyedContainer(forKey: WireKey(stringValue: "list"))
      words.append(try list.decode(String.self))
      words.append(try list.decodeNil() ? "null" : "")
      var lists = try list.nestedUnkeyedContainer()
      words.append(try lists.decode(String.self))
      words.append(lists.isAtEnd ? "end" : "")
      let object = try list.nestedContainer(keyedBy: WireKey.self)
      words.append(try object.decode(String.self, forKey: WireKey(stringValue: "word")))
      words.append(try String(from: list.superDecoder()))
      words.append(try String(from: members.superDecoder()))
      do {
        _ = try object.decode(Int.self, forKey: WireKey(stringValue: "word"))
      } catch DecodingError.typeMismatch(_, let context) {
        path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      }
    }
  }

  @Test("nested containers read and name their places as Foundation's do")
  func nested() throws {
    let text = #"{"inner":{"word":"a","list":["b",null,["c"],{"word":"d"},"e"]},"super":"f"}"#
    let ours = try read(Nested.self, text)
    #expect(ours.words == ["a", "b", "null", "c", "end", "d", "e", "f"])
    #expect(ours.path == ["inner", "list", "3", "word"])
    #expect(ours == (try JSONDecoder().decode(Nested.self, from: Data(text.utf8))))
  }

  @Test("an object with a hundred thousand members costs no more than its length, in any order")
  func hostileObject() throws {
    let count = 100_000
    let text = "{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
    struct Map: Decodable {
      let values: [String: Int]
      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: WireKey.self)
        values = try members.allKeys.reversed().reduce(into: [:]) {
          $0[$1.stringValue] = try members.decode(Int.self, forKey: $1)
        }
      }
    }
    #expect(try read(Map.self, text).values.count == count)
    #expect(try read([String: Int].self, text)["99999"] == 99_999)
  }
}
