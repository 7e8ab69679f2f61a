import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Strict JSON")
struct JSONValueTests {
  typealias Reason = JSONSyntaxError.Reason

  @Test(
    "valid",
    arguments: [
      ("null", .null), ("true", true), ("false", false), (" 1 ", 1), ("\u{FEFF}[]", []), ("\t\r\n{}\n", [:]),
      ("0", 0), ("-0", 0), ("-1", -1), ("9223372036854775807", 9_223_372_036_854_775_807),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.5", 1.5), ("1.0", 1.0), ("1e2", .number(100)), ("1E+2", .number(100)), ("1e-2", 0.01), ("-1.25e1", -12.5),
      ("1e-999", .number(0)), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9""#, "A\u{E9}"),
      (#""\u0000""#, "\u{0}"), (#""\uD83D\uDE00""#, "😀"), (#""\ud83d\ude00x""#, "😀x"), (#""ü€😀""#, "ü€😀"),
      ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), ("\"\u{FEFF}x\"", "\u{FEFF}x"), (#""\uFEFF""#, "\u{FEFF}"),
      ("[1,[2,[3]]]", [1, [2, [3]]]), (#"{"a":{"b":[{}]}}"#, ["a": ["b": [[:]]]]), (#"{"a":1,"a":2}"#, ["a": 2]),
      (#"{"":0}"#, ["": 0]), (#" [ 1 , { "a" : null } ] "#, [1, ["a": .null]]),
    ] as [(String, JSONValue)])
  func valid(text: String, value: JSONValue) throws {
    let parsed = try JSONValue(parsing: Data(text.utf8))
    #expect(parsed == value)
    if case .string(let string) = parsed { #expect(Array(string.utf8) == Array((value.string ?? "").utf8)) }
  }

  @Test(
    "invalid",
    arguments: [
      ("", .empty), ("  \n", .empty), ("\u{FEFF}", .empty), ("nul", .unexpectedByte), ("nulll", .trailingBytes),
      ("True", .unexpectedByte), ("x", .unexpectedByte), ("'a'", .unexpectedByte), ("1 2", .trailingBytes),
      ("[] []", .trailingBytes), ("01", .badNumber), ("-01", .badNumber), ("1.", .badNumber), (".5", .unexpectedByte),
      ("+1", .unexpectedByte), ("-", .unexpectedByte), ("1e", .badNumber), ("1e+", .badNumber), ("1e999", .badNumber),
      ("-1e999", .badNumber), ("NaN", .unexpectedByte), ("Infinity", .unexpectedByte), ("0x10", .trailingBytes),
      ("1_000", .trailingBytes), ("[", .unterminated), ("[1", .unterminated), ("[1,", .unterminated),
      ("[1,]", .unexpectedByte), ("[,1]", .unexpectedByte), ("[1 2]", .unexpectedByte), ("]", .unexpectedByte),
      ("{", .unterminated), ("{}}", .trailingBytes), (#"{"a"}"#, .unexpectedByte), (#"{"a":}"#, .unexpectedByte),
      (#"{"a":1,}"#, .unexpectedByte), (#"{a:1}"#, .unexpectedByte), (#"{1:1}"#, .unexpectedByte),
      ("[1}", .unexpectedByte),
      (#"{"a":1]"#, .unexpectedByte), (#"""#, .unterminated), (#""a"#, .unterminated), (#""\"#, .unterminated),
      (#""\x""#, .badEscape), (#""\u12"#, .unterminated), (#""\u12G4""#, .badEscape),
      (#""\uD800""#, .badEscape), (#""\uDC00""#, .badEscape), (#""\uD800\u0041""#, .badEscape),
      (#""\uD800x""#, .badEscape),
      (#""\uD800\n""#, .badEscape), ("\"a\nb\"", .unexpectedByte), ("\"a\tb\"", .unexpectedByte),
      ("\"\\u00e9\nb\"", .unexpectedByte), ("// c\n1", .unexpectedByte), ("[1,/**/2]", .unexpectedByte),
      ("\"a\u{0}b\"", .unexpectedByte),
    ] as [(String, Reason)])
  func invalid(text: String, reason: Reason) {
    #expect(reasonOf(Data(text.utf8)) == reason)
  }

  private func reasonOf(_ data: Data, limits: JSONLimits = JSONLimits()) -> Reason? {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: data, limits: limits)
      return nil
    } catch {
      #expect((0...data.count).contains(error.offset))
      return error.reason
    }
  }

  @Test(
    "text that is not UTF-8 is refused, never repaired",
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
      [0xFF],
    ] as [[UInt8]])
  func badUTF8(bytes: [UInt8]) {
    #expect(reasonOf(Data([0x22] + bytes + [0x22])) == .badUTF8)
    #expect(reasonOf(Data([0x22, 0x5C, 0x6E] + bytes + [0x22])) == .badUTF8)
    #expect(reasonOf(Data([0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D])) == .badUTF8)
  }

  @Test("depth ends at the limit, and no depth costs much")
  func depth() {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(reasonOf(nested(64)) == nil)
    for depth in [65, 500, 100_000] { #expect(reasonOf(nested(depth)) == .tooDeep) }
    #expect(reasonOf(Data(String(repeating: "[", count: 500).utf8)) == .tooDeep)
    let members = String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65)
    #expect(reasonOf(Data(members.utf8)) == .tooDeep)
    #expect(reasonOf(nested(3), limits: JSONLimits(depth: 2)) == .tooDeep)
  }

  @Test("the number of values ends at the limit")
  func values() {
    let ten = Data("[1,2,3,4,5,6,7,8,9]".utf8)
    #expect(reasonOf(ten, limits: JSONLimits(values: 10)) == nil)
    #expect(reasonOf(ten, limits: JSONLimits(values: 9)) == .tooManyValues)
  }

  @Test("a document cut at any byte is refused, except after its last one")
  func truncated() {
    let text = #"{"a":[1,-2.5e3,true,null,"x\u00e9\uD83D\uDE00ü"],"b":{"c":"d"},"e":false}"#
    let whole = Data(text.utf8)
    #expect(reasonOf(whole) == nil)
    for length in 0..<whole.count {
      #expect(reasonOf(whole.prefix(length)) != nil, "\(length)")
    }
  }

  @Test("ten megabytes are read")
  func large() throws {
    let chunk = String(repeating: "0123456789abcdef", count: 1 << 12)
    let body = Data(("[" + Array(repeating: "\"\(chunk)\"", count: 160).joined(separator: ",") + "]").utf8)
    #expect(body.count > 10 << 20)
    #expect(try JSONValue(parsing: body).array?.count == 160)
  }

  // MARK: Writing

  /// A value at random that reads back the same: whole doubles become integers on the way.
  private func randomValue(_ random: SeededRandom, depth: Int = 0) -> JSONValue {
    switch random.next() % (depth > 4 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(random.next() % 2 == 0)
    case 2: return .integer(Int64(bitPattern: random.next()) >> Int64(random.next() % 60))
    case 3:
      let value = Double(bitPattern: random.next())
      return value.isFinite && Int64(exactly: value) == nil ? .number(value) : 0.5
    case 4: return .string(randomText(random))
    case 5: return .array((0..<Int(random.next() % 5)).map { _ in randomValue(random, depth: depth + 1) })
    default:
      return .object(
        Dictionary(
          (0..<Int(random.next() % 5)).map { _ in (randomText(random), randomValue(random, depth: depth + 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  private func randomText(_ random: SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int(random.next() % 12) {
      let ceiling: UInt64 = [0x30, 0x80, 0x800, 0x1_0000, 0x11_0000][Int(random.next() % 5)]
      if let scalar = Unicode.Scalar(UInt32(random.next() % ceiling)) { text.append(scalar) }
    }
    return String(text)
  }

  @Test("what is written reads back the same, by this parser and by Foundation's")
  func roundTrip() throws {
    let random = SeededRandom(seed: 2)
    for _ in 0..<2000 {
      let value = randomValue(random)
      let data = value.serialized()
      #expect(try JSONValue(parsing: data) == value)
      #expect(try JSONValue(parsing: data).serialized() == data)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }
    }
  }

  @Test("equal values give equal bytes, whole numbers have no point, and what is no number is null")
  func writing() {
    func text(_ value: JSONValue) -> String { String(decoding: value.serialized(), as: UTF8.self) }
    #expect(text(["b": 1, "a": [.null, true, "x"], "c": 1.5]) == #"{"a":[null,true,"x"],"b":1,"c":1.5}"#)
    #expect(text(5.0) == "5" && text(.number(-0.0)) == "0" && text(.number(1e300)) == "1e+300")
    #expect(text(.number(.nan)) == "null" && text(.number(.infinity)) == "null")
    #expect(text("\u{0}\u{1F}\"\\/\n\r\tü") == #""\u0000\u001f\"\\/\n\r\tü""#)
  }

  @Test("members and elements are reached without traps")
  func access() {
    var value: JSONValue = ["a": [1, 2.0, 2.5, "x"], "b": true, "n": .null]
    #expect(value["a"]?[0]?.int == 1 && value["a"]?[1]?.int == 2 && value["a"]?[2]?.int == nil)
    #expect(value["a"]?[2]?.double == 2.5 && value["a"]?[3]?.string == "x" && value["b"]?.bool == true)
    #expect(value["a"]?[4] == nil && value["a"]?[-1] == nil && value["a"]?["x"] == nil && value["b"]?[0] == nil)
    #expect(value["n"]?.isNull == true && value["missing"] == nil)
    #expect(JSONValue.number(1e300).int == nil && JSONValue.number(.nan).int == nil)
    value["n"] = nil
    value["new"] = "y"
    #expect(value.object?.keys.sorted() == ["a", "b", "new"])
    var text: JSONValue = "x"
    text["a"] = 1
    #expect(text == ["a": 1])
  }

  @Test("any value survives Codable")
  func codable() throws {
    let value: JSONValue = ["a": [1, 2.5, "x", .null, true], "b": ["c": []]]
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }
}

@Suite("The limits of a document")
struct JSONLimitsTests {
  private func check(_ text: String, depth: Int = 64, values: Int = 1000) -> JSONSyntaxError.Reason? {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: Data(text.utf8), limits: JSONLimits(depth: depth, values: values))
      return nil
    } catch { return error.reason }
  }

  @Test("depth and values are counted outside of strings only")
  func counting() {
    #expect(check(#"["[[[[\"[[[[",{}]"#, depth: 2) == nil)
    #expect(check("[[[]]]", depth: 2) == .tooDeep)
    #expect(check("[1,2,3]", values: 4) == nil)
    #expect(check("[1,2,3,4]", values: 4) == .tooManyValues)
    #expect(check(#"[",,,,,,"]"#, values: 3) == nil)
    #expect(check(#"{"a":"\\"}"#, values: 2) == nil)
  }

  @Test("no limit of an endpoint lets a document be deeper than the stack")
  func deepest() {
    let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(check(nested(512), depth: 100_000, values: 100_000) == nil)
    #expect(check(nested(513), depth: 100_000, values: 100_000) == .tooDeep)
  }
}
