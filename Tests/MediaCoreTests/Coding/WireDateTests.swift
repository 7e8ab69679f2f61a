import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Instants on the wire")
struct WireDateTests {
  /// 2026-09-01T10:00:00Z
  private static let noon = 1_788_256_800.0

  @Test(
    "read",
    arguments: [
      ("2026-09-01T10:00:00Z", 0), ("2026-09-01T10:00:00z", 0), ("2026-09-01 10:00:00", 0), ("2026-09-01T10:00:00", 0),
      ("2026-09-01T10:00:00+00:00", 0), ("2026-09-01T12:00:00+02:00", 0), ("2026-09-01T12:00:00+0200", 0),
      ("2026-09-01T12:00:00+02", 0), ("2026-09-01T04:30:00-05:30", 0), ("2026-09-02T00:00:00+14:00", 0),
      ("2026-08-31T22:00:00-12:00", 0), ("2026-09-01T10:00:00.1Z", 0.1), ("2026-09-01T10:00:00.12Z", 0.12),
      ("2026-09-01T10:00:00.123Z", 0.123), ("2026-09-01T10:00:00.1234Z", 0.1234),
      ("2026-09-01T10:00:00.12345Z", 0.12345), ("2026-09-01T10:00:00.123456+00:00", 0.123456),
      ("2026-09-01T10:00:00.1234567Z", 0.1234567), ("2026-09-01T10:00:00.12345678Z", 0.12345678),
      ("2026-09-01T10:00:00.123456789Z", 0.123456789), ("2026-09-01T10:00:00.1234567899999Z", 0.123456789),
      ("2026-09-01T10:00:00,5Z", 0.5), ("2026-09-01T10:00:00.000Z", 0), ("2026-09-01T09:59:60Z", 0),
    ])
  func reads(text: String, offset: Double) throws {
    let date = try #require(WireDate.parse(text))
    #expect(abs(date.timeIntervalSince1970 - Self.noon - offset) < 1e-6)
  }

  @Test(
    "not an instant",
    arguments: [
      "", "2026-09-01", "2026-09-01T", "2026-09-01T10:00", "2026-09-01T10:00:0", "2026-09-01T10:00:00X",
      "2026-09-01T10:00:00.Z", "2026-09-01T10:00:00.5.5Z", "2026-09-01T24:00:00Z", "2026-09-01T10:60:00Z",
      "2026-09-01T10:00:61Z", "2026-02-29T10:00:00Z", "2026-02-30T10:00:00Z", "2026-04-31T10:00:00Z",
      "2026-13-01T10:00:00Z", "2026-00-01T10:00:00Z", "2026-01-00T10:00:00Z", "0000-01-01T10:00:00Z",
      "1900-02-29T10:00:00Z", "2026/09/01T10:00:00Z", "26-09-01T10:00:00Z", "20260901T100000Z", "2026-09-01x10:00:00Z",
      "2026-09-01T10.00.00Z", "2026-09-01T10:00:00+2", "2026-09-01T10:00:00+24:00", "2026-09-01T10:00:00+02:60",
      "2026-09-01T10:00:00+02:00:00", "2026-09-01T10:00:00 Z", " 2026-09-01T10:00:00Z", "2026-09-01T10:00:00Zulu",
      "２０２６-09-01T10:00:00Z", "-026-09-01T10:00:00Z", "2026-09-01T1\u{0}:00:00Z", "Invalid date", "null",
      "2026-09-01T10:00:00." + String(repeating: "1", count: 40) + "Z",
    ])
  func refuses(text: String) { #expect(WireDate.parse(text) == nil) }

  @Test("each byte at each place of a date is the digit or the sign that belongs there, or refused")
  func bytes() {
    let form = Array("2026-09-01T10:00:00Z".utf8)
    for place in 0..<19 {
      for byte in UInt8.min...UInt8.max {
        var bytes = form
        bytes[place] = byte
        let isPossible =
          switch form[place] {
          case UInt8(ascii: "T"): [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(byte)
          case UInt8(ascii: "-"), UInt8(ascii: ":"): byte == form[place]
          default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          }
        let date = bytes.withUnsafeBytes { WireDate.parse($0) }
        if !isPossible { #expect(date == nil, "\(byte) at \(place)") }
        // Second 60 is read as second 0 of the next minute, so the written date differs: skip it.
        guard let date, !(place == 17 && byte == UInt8(ascii: "6")) else { continue }
        bytes[10] = UInt8(ascii: "T")
        #expect(WireDate.format(date) == String(decoding: bytes.dropLast(), as: UTF8.self) + ".000Z")
      }
    }
  }

  @Test("fractions of one to twenty digits are read to the ninth, whatever follows them", arguments: 1...20)
  func fractions(count: Int) throws {
    let random = SeededRandom(seed: UInt64(count))
    for _ in 0..<200 {
      let digits = (0..<count).map { _ in String(random.next() % 10) }.joined()
      let firstNine = "0." + String(digits.prefix(9))
      let fraction = try #require(Double(firstNine))
      for zone in ["", "Z", "z", "+00", "+0000", "-00:00"] where 20 + count + zone.utf8.count <= 40 {
        let date = try #require(WireDate.parse("2026-09-01T10:00:00." + digits + zone))
        #expect(date == Date(timeIntervalSince1970: Self.noon + fraction), "\(digits)\(zone)")
      }
    }
  }

  @Test("each byte at each place of a fraction is a digit, the zone, or refused", arguments: 1...12)
  func fractionBytes(count: Int) {
    let form = Array("2026-09-01T10:00:00.".utf8) + Array(repeating: UInt8(ascii: "5"), count: count)
    for place in 20..<form.count {
      for byte in UInt8.min...UInt8.max {
        var bytes = form
        bytes[place] = byte
        let (isDigit, rest) = ((UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), form.count - place - 1)
        // Only a final `Z` is a zone: after a sign, fives are no valid hours.
        let isZone = byte | 0x20 == UInt8(ascii: "z") && place > 20 && rest == 0
        let date = bytes.withUnsafeBytes { WireDate.parse($0) }
        #expect((date != nil) == (isDigit || isZone), "\(byte) at \(place) of \(count)")
      }
    }
  }

  @Test(
    "leap days are there when they are",
    arguments: [(2000, true), (1900, false), (2024, true), (2100, false), (2400, true)])
  func leapYears(year: Int, isLeap: Bool) {
    #expect((WireDate.parse("\(year)-02-29T00:00:00Z") != nil) == isLeap)
  }

  @Test("what is written reads back, to the millisecond, over ten millennia")
  func roundTrip() throws {
    let random = SeededRandom(seed: 8)
    for _ in 0..<20_000 {
      let milliseconds = -62_135_596_800_000 + Int64(random.fraction() * 315_537_897_600_000)
      let date = Date(milliseconds: milliseconds)
      let text = WireDate.format(date)
      #expect(text.utf8.count == 24)
      #expect(WireDate.parse(text)?.milliseconds == milliseconds)
      #expect(date.milliseconds == milliseconds)
    }
  }

  @Test("the ends of time are written, and nothing there traps")
  func ends() {
    #expect(WireDate.format(Date(milliseconds: 0)) == "1970-01-01T00:00:00.000Z")
    #expect(WireDate.format(Date(milliseconds: -1)) == "1969-12-31T23:59:59.999Z")
    for date in [Date.distantPast, Date(timeIntervalSince1970: -.infinity)] {
      #expect(WireDate.format(date) == "0001-01-01T00:00:00.000Z")
    }
    for date in [Date(timeIntervalSince1970: 1e30), Date(timeIntervalSince1970: .infinity)] {
      #expect(WireDate.format(date) == "9999-12-31T23:59:59.999Z")
    }
    #expect(Date(timeIntervalSince1970: .nan).milliseconds == 0)
  }

  @Test("agrees with Foundation's own")
  func foundation() throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let random = SeededRandom(seed: 9)
    for _ in 0..<500 {
      // Stay just above the millisecond: Foundation cuts where we round.
      let date = Date(milliseconds: Int64(random.next() % 4_102_444_800_000)) + 0.0002
      #expect(style.format(date) == WireDate.format(date))
    }
  }

  @Test(
    "HTTP dates",
    arguments: [
      ("Tue, 01 Sep 2026 10:00:00 GMT", 1_788_256_800), ("Tuesday, 01-Sep-26 10:00:00 GMT", 1_788_256_800),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Thu, 1 Jan 1970 00:00:00 GMT", 0), ("tue, 01 sep 2026 10:00:00 UTC", 1_788_256_800),
    ])
  func httpDates(text: String, seconds: Double) {
    #expect(WireDate.parseHTTP(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "no HTTP dates",
    arguments: [
      "", "0", "Tue, 01 Sep 2026", "Tue, 31 Feb 2026 10:00:00 GMT", "Tue, 01 Sep 2026 25:00:00 GMT",
      "Tue, 01 Sep 2026 10:00:00", "Tue, 01 Sep 2026 10:00:00 +0200", "Tue, 01 Spt 2026 10:00:00 GMT",
      "Sep 1, 2026 10:00:00 GMT x", "2026-09-01T10:00:00Z", "Tue, 01 Sep 126 10:00:00 GMT",
    ])
  func noHTTPDates(text: String) { #expect(WireDate.parseHTTP(text) == nil) }

  // MARK: In JSON

  private struct Stamp: Codable, Equatable { var at: Date }

  private func read(_ text: String, _ form: JSONCoder.DateForm) -> Date? {
    try? JSONCoder(dates: form).decode(Stamp.self, from: Data(#"{"at":\#(text)}"#.utf8)).at
  }

  @Test("each service's form, and the other ones too")
  func forms() {
    let date = Date(timeIntervalSince1970: Self.noon)
    #expect(read("1788256800000", .milliseconds) == date && read("1788256800", .seconds) == date)
    #expect(read("1788256800000.0", .milliseconds) == date && read("1788256800000", .iso8601) == date)
    for form in [JSONCoder.DateForm.milliseconds, .seconds, .iso8601] {
      #expect(read(#""2026-09-01T10:00:00Z""#, form) == date)
      for odd in [#""soon""#, #""""#, "true", "[]", "{}", "1e300", "-1e300", #""2026-09-01""#, #""1788256800000""#] {
        #expect(read(odd, form) == nil, "\(odd)")
      }
    }
    #expect(read("253402300799999", .milliseconds) != nil && read("253402300800000", .milliseconds) == nil)
  }

  @Test("models survive writing and reading in every form")
  func coding() throws {
    let random = SeededRandom(seed: 10)
    for form in [JSONCoder.DateForm.milliseconds, .seconds, .iso8601] {
      let coder = JSONCoder(dates: form)
      for _ in 0..<500 {
        let stamp = Stamp(at: Date(milliseconds: Int64(random.next() % 4_102_444_800_000)))
        let back = try coder.decode(Stamp.self, from: coder.encode(stamp))
        #expect(back.at.milliseconds == stamp.at.milliseconds)
      }
    }
    #expect(
      try JSONCoder(dates: .milliseconds).encode(Stamp(at: Date(timeIntervalSince1970: Self.noon)))
        == Data(#"{"at":1788256800000}"#.utf8))
    #expect(
      try JSONCoder(dates: .iso8601).encode(Stamp(at: Date(timeIntervalSince1970: Self.noon)))
        == Data(#"{"at":"2026-09-01T10:00:00.000Z"}"#.utf8))
  }
}
