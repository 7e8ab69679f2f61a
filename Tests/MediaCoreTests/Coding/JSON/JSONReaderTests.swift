import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// The SDK's reader beside Foundation's, on the same bytes and the same models.
@Suite("Our JSON beside Foundation's")
struct JSONReaderTests {
  /// A value, or where and how the reading failed.
  private enum Outcome<Value: Equatable>: Equatable {
    case value(Value, [String])
    case fault(String)
  }

  private func outcome<Value: Decodable & Equatable>(
    _ type: Value.Type, _ bytes: [UInt8], _ reader: JSONCoder.Reader
  ) -> Outcome<Value> {
    let coder = with(JSONCoder(dates: .milliseconds)) { $0.reader = reader }
    let issues = DecodingIssues()
    do {
      let value = try coder.decode(type, from: Data(bytes), issues: issues)
      return .value(value, issues.issues.map(\.description))
    } catch let error as DecodingError { return .fault(error.place) } catch { return .fault("\(error)") }
  }

  private static var documents: Int { LongRuns.isOn ? 20_000 : 2000 }

  @Test("the same values and the same faults in the same places, for every right document")
  func values() {
    let documents = RandomDocuments(random: SeededRandom(seed: 17))
    for _ in 0..<Self.documents {
      let bytes = documents.document()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(outcome(Probe.self, bytes, .tape) == outcome(Probe.self, bytes, .foundation), "\(text)")
      let ours = outcome(Probe.Strict.self, bytes, .tape)
      let theirs = outcome(Probe.Strict.self, bytes, .foundation)
      if case .fault(let place) = ours, place.contains("map[*]") {
        // A map's members are read in a random order, so the two readers may report different faults.
        #expect(theirs != outcome(Probe.Strict.self, Array("{}".utf8), .tape), "\(text)")
      } else if case .fault(let place) = ours, theirs == .fault(": corrupted") {
        // Foundation reports no place for a number that does not fit.
        #expect(place.hasSuffix(": wrong type"), "\(text)")
      } else {
        #expect(ours == theirs, "\(text)")
      }
    }
  }

  @Test("what is let through is JSON for Foundation too, with the same values, and the other way round")
  func grammar() throws {
    let documents = RandomDocuments(random: SeededRandom(seed: 18))
    var refused = 0
    for _ in 0..<Self.documents {
      let bytes = documents.mutated()
      let text = "\(String(decoding: bytes, as: UTF8.self)) \(bytes)"
      let theirs = try? JSONDecoder().decode(Whole.self, from: Data(bytes))
      do throws(JSONSyntaxError) {
        let ours = try JSONValue(parsing: Data(bytes))
        let hasTwins = try? JSONTape.borrowing(Data(bytes), limits: JSONLimits()) { tape in
          (0..<tape.count).contains { tape[$0].kind == .superseded }
        }
        // If two members have the same name, each reader takes another one: skip such documents.
        if hasTwins == true { continue }
        #expect(theirs.map { isSame(ours, $0.value) } == true, "\(text)")
      } catch {
        refused += 1
        #expect(theirs == nil || endsInComma(bytes[..<error.offset]), "\(error) \(text)")
      }
    }
    #expect(refused > Self.documents / 10 && refused < Self.documents * 9 / 10)
  }

  /// Equal, but for numbers such as `1.0`, which ``JSONValue`` keeps as they were written.
  private func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.object(let a), .object(let b)):
      a.keys == b.keys && a.allSatisfy { key, value in b[key].map { isSame(value, $0) } == true }
    case (.number(let a), .integer(let b)): a == Double(b)
    default: a == b
    }
  }

  /// Whether the bytes end in a comma, which Foundation allows behind the last element.
  private func endsInComma(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: ",")
  }
}

/// Everything in a document, as Foundation reads it, in the form of ``JSONValue/init(parsing:limits:)``.
private struct Whole: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      value = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let members = try? decoder.container(keyedBy: WireKey.self) {
      var object: [String: JSONValue] = [:]
      for key in members.allKeys { object[key.stringValue] = try members.decode(Whole.self, forKey: key).value }
      value = .object(object)
    } else {
      value = .array(try container.decode([Whole].self).map(\.value))
    }
  }
}
