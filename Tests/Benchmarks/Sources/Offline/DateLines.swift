import Foundation
import Measure
import MediaCore

/// Instants from text, in the forms that the services write.
struct DateLines {
  let report: Report

  struct Unequal: Error {
    let text: String
  }

  /// A form of the wire, and Foundation's style that reads it.
  private struct Form {
    let name: String
    let style: Date.ISO8601FormatStyle
    let text: @Sendable (_ day: CalendarDay, _ second: Int) -> String
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func time(_ second: Int) -> String {
    "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  /// Foundation reads three digits of a fraction and a zone; the longer forms of the Hub and of ViewVault are compared in
  /// ``run()`` for their value where it can.
  private static let forms = [
    Form(name: "whole", style: .iso8601) { "\($0)T\(time($1))Z" },
    Form(name: "milliseconds", style: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
      "\($0)T\(time($1)).\(100 + $1 % 900)Z"
    },
    Form(name: "offset", style: .iso8601) { "\($0)T\(time($1))+02:00" },
    Form(name: "offset-milliseconds", style: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
      "\($0)T\(time($1)).\(100 + $1 % 900)+00:00"
    },
    Form(name: "microseconds", style: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
      "\($0)T\(time($1)).\(100_000 + $1 % 899_999)Z"
    },
    Form(name: "seven-digits", style: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) {
      "\($0)T\(time($1)).\(1_000_000 + $1 % 899_999)+00:00"
    },
    Form(
      name: "no-zone", style: Date.ISO8601FormatStyle(includingFractionalSeconds: true).dateTimeSeparator(.standard)
    ) { "\($0)T\(time($1)).\(100_000 + $1 % 899_999)" },
  ]

  private static func texts(_ form: Form, _ count: Int) -> [String] {
    (0..<count).compactMap { index in
      CalendarDay(daysSince1970: index * 7 % 22_000).map { form.text($0, index * 7919 % 86_400) }
    }
  }

  func run() async {
    for form in Self.forms {
      await report.line("date.parse.\(form.name)", .atLeast(15), feel: "lists with dates scroll in sooner") {
        let texts = Self.texts(form, 20_000)
        var isReadByPeer = true
        for text in texts {
          guard let ours = WireDate.parse(text) else { throw Unequal(text: text) }
          guard let theirs = try? form.style.parse(text) else {
            isReadByPeer = false
            continue
          }
          if abs(ours.timeIntervalSince(theirs)) > 0.001 { throw Unequal(text: text) }
        }
        // Foundation takes no less time for a text that it cannot read, so keep such texts in the comparison.
        if !isReadByPeer { report.note("Foundation does not read all of these") }
        return try await 1
          / Rounds.ratio {
            for text in texts { keep(WireDate.parse(text)) }
          } peer: {
            for text in texts { keep(try? form.style.parse(text)) }
          }
      }
    }
    await report.scale("date.parse", [1000, 10_000, 100_000]) { count in
      let texts = Self.texts(Self.forms[1], count)
      return Clock.processor.time { for text in texts { keep(WireDate.parse(text)) } }
    }
  }
}
