import Foundation
import Harness

@testable import MediaCore

let codingParsers = [
  Parser("dates") { input in
    let text = input.text
    if let date = WireDate.parse(text) {
      let written = WireDate.format(date)
      if let again = WireDate.parse(written) {
        expect(WireDate.format(again) == written, "\(text) is written as \(written), then as \(WireDate.format(again))")
      } else {
        expect(abs(date.timeIntervalSince1970) > 6e10, "\(text) is written as \(written)")
      }
    }
    if let day = CalendarDay(text) {
      expect(CalendarDay(day.description) == day, "\(day) is read as another day")
      expect(CalendarDay(daysSince1970: day.daysSince1970) == day, "\(day) has the number of another day")
    }
    if let date = WireDate.parseHTTP(text) { expect(abs(date.timeIntervalSince1970) < 3e11, "\(date)") }
  },
  Parser("json", isJSON: true) { input in
    guard let value = try? JSONValue(parsing: input.data) else { return }
    let written = value.serialized()
    let again = try? JSONValue(parsing: written)
    expect(again?.serialized() == written, "\(value) is read as another value")
    expect((try? JSONValue(parsing: value.pretty()))?.serialized() == written, "\(value) in lines is another value")
    let foundation = try? JSONSerialization.jsonObject(with: input.data, options: .fragmentsAllowed)
    expect(foundation != nil, "JSONSerialization refuses what the tape accepts")
    for reader in [JSONCoder.Reader.tape, .foundation] {
      var coder = JSONCoder(dates: .milliseconds)
      coder.reader = reader
      _ = try? coder.decode([String: [Int]].self, from: input.data)
    }
  },
  Parser("lenient", isJSON: true) { input in
    let issues = (DecodingIssues(), DecodingIssues())
    var coder = JSONCoder(dates: .iso8601)
    let tape = try? coder.decode(Record.self, from: input.data, issues: issues.0)
    coder.reader = .foundation
    let foundation = try? coder.decode(Record.self, from: input.data, issues: issues.1)
    expect(tape == foundation, "two readers: \(String(describing: tape)) and \(String(describing: foundation))")
  },
  Parser("search") { input in
    let folded = SearchText.folded(input.text)
    expect(SearchText.folded(folded) == folded, "\(folded) is folded once more")
  },
]

/// A record with members of each kind.
private struct Record: Decodable, Equatable {
  var id: String
  var text: String?
  var int: Int?
  var double: Double?
  var bool: Bool?
  var day: CalendarDay?
  var date: Date?
  var list: [Record]

  private enum CodingKeys: String, CodingKey { case id, text, int, double, bool, day, date, list }

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    text = members[.text]
    int = members[.int]
    double = members[.double]
    bool = members[.bool]
    day = members[.day]
    date = members[.date]
    list = members.list(.list)
  }
}
