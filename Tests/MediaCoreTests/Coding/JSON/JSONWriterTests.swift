import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("JSON that we write")
struct JSONWriterTests {
  private let coder = JSONCoder(dates: .milliseconds)

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try coder.encode(value), as: UTF8.self)
  }

  @Test("is what Foundation writes, byte for byte but for the form of escapes, and reads back the same")
  func besideFoundation() throws {
    let documents = RandomDocuments(random: SeededRandom(seed: 19))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      let exact = date.timeIntervalSince1970 * 1000
      let isWhole = abs(exact - exact.rounded()) < 0.002
      if isWhole { try container.encode(date.milliseconds) } else { try container.encode(exact) }
    }
    var written = 0
    for _ in 0..<(LongRuns.isOn ? 20_000 : 1000) {
      guard let value = try? coder.decode(Probe.Strict.self, from: Data(documents.document())) else { continue }
      let ours = try coder.encode(value)
      let theirs = try encoder.encode(value)
      #expect(try JSONValue(parsing: ours) == JSONValue(parsing: theirs))
      if !theirs.contains(UInt8(ascii: "\\")) {
        #expect(ours == theirs, "\(String(decoding: theirs, as: UTF8.self))")
        written += 1
      }
      #expect(try coder.decode(Probe.Strict.self, from: ours) == value)
    }
    #expect(written > 50)
  }

  private enum Key: String, CodingKey { case b, a, list, inner, extra }

  /// Uses each function of the containers, and writes into one after it has begun another.
  private struct Nested: Encodable {
    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(1, forKey: .b)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      var inner = members.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try list.encode("x")
      try inner.encode(true, forKey: .a)
      try list.encodeNil()
      var lists = list.nestedUnkeyedContainer()
      try lists.encode(UInt8(5))
      var objects = list.nestedContainer(keyedBy: Key.self)
      try objects.encode(1.5, forKey: .b)
      try "y".encode(to: list.superEncoder())
      try inner.encodeNil(forKey: .b)
      try "z".encode(to: members.superEncoder())
      _ = members.superEncoder(forKey: .extra)
      // A model in two parts opens the same object twice and may write a member again.
      var again = encoder.container(keyedBy: Key.self)
      try again.encode(2, forKey: .a)
      try again.encode(3, forKey: .b)
      #expect(list.count == 5)
    }
  }

  @Test("nested containers, parts of one object, and a member that is written twice")
  func nested() throws {
    #expect(
      try text(Nested())
        == #"{"a":2,"b":3,"extra":{},"inner":{"a":true,"b":null},"list":["x",null,[5],{"b":1.5},"y"],"super":"z"}"#)
    struct Empty: Encodable {}
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try text(Empty()) == "{}" && text(Nothing()) == "{}" && text([Empty()]) == "[{}]")
    #expect(try text([String]()) == "[]" && text(Optional<Int>.none) == "null" && text("a/b\u{1}") == #""a/b\u0001""#)
  }

  /// A child that writes into a container of its parent, at the given point of its own members.
  private struct Straying: Encodable {
    enum Key: String, CodingKey { case a, b, c, child, late }

    struct Child: Encodable {
      let place: Int
      let stray: () throws -> Void

      func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        for (index, key) in [Key.c, .b].enumerated() {
          if index == place { try stray() }
          try members.encode([index], forKey: key)
        }
        if place == 2 { try stray() }
      }
    }

    let place: Int

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var late = members.nestedContainer(keyedBy: Key.self, forKey: .late)
      try late.encode("x", forKey: .b)
      try members.encode(Child(place: place) { try late.encode("y", forKey: .a) }, forKey: .child)
      try late.encode("z", forKey: .c)
    }
  }

  @Test("a child that writes into its parent's container spoils neither", arguments: 0...2)
  func straying(place: Int) throws {
    #expect(try text(Straying(place: place)) == #"{"child":{"b":[1],"c":[0]},"late":{"a":"y","b":"x","c":"z"}}"#)
  }

  @Test("numbers in the shortest form that reads back the same; what is no number is an error with its place")
  func numbers() throws {
    #expect(try text([1, 1.5, -0.25, 1e300, 1_764_000_000_000]) == "[1,1.5,-0.25,1e+300,1764000000000]")
    #expect(try text([Double.leastNonzeroMagnitude]) == "[5e-324]")
    #expect(try text([Int64.min, .max]) == "[-9223372036854775808,9223372036854775807]")
    #expect(try text([UInt64.max]) == "[18446744073709551615]")
    #expect(try text(["x": [Float(0.1)]]) == #"{"x":[0.1]}"#)
    for value in [Double.nan, .infinity] {
      let error = #expect(throws: EncodingError.self) { try text(["x": [1, value]]) }
      if case .invalidValue(_, let context)? = error {
        #expect(context.codingPath.map(\.stringValue) == ["x", "1"])
      }
    }
  }

  @Test("dates in the server's form")
  func dates() throws {
    let date = Date(timeIntervalSince1970: 1_764_000_000.5)
    func text(_ form: JSONCoder.DateForm) throws -> String {
      String(decoding: try JSONCoder(dates: form).encode([date]), as: UTF8.self)
    }
    #expect(try text(.milliseconds) == "[1764000000500]")
    #expect(try text(.seconds) == "[1764000000.5]")
    #expect(try text(.iso8601) == #"["2025-11-24T16:00:00.500Z"]"#)
  }
}
