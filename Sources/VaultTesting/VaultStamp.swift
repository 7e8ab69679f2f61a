import Foundation
import MediaTesting

/// A time as the server stores it: whole microseconds, UTC. It has four forms on the wire.
struct VaultStamp: Sendable, Hashable, Comparable {
  let micros: Int64

  init(micros: Int64) { self.micros = micros }

  init(_ date: Date) { micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) }

  /// Reads `2026-02-01T10:00:00` with or without a fraction, with a blank in place of the `T`.
  init?(_ text: String) {
    let parts = text.split { "-T :".contains($0) }.map(String.init)
    guard parts.count == 6, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let hour = Int64(parts[3]), let minute = Int64(parts[4]), let second = Double(parts[5])
    else { return nil }
    let seconds = Int64(WireDay(year: year, month: month, day: day).number) * 86_400 + hour * 3600 + minute * 60
    micros = seconds * 1_000_000 + Int64((second * 1_000_000).rounded())
  }

  static func < (a: VaultStamp, b: VaultStamp) -> Bool { a.micros < b.micros }

  func adding(hours: Double) -> VaultStamp { VaultStamp(micros: micros + Int64(hours * 3_600_000_000)) }

  var seconds: Int64 { micros / 1_000_000 }

  private var moment: WireMoment { WireMoment(micros, digits: 6) }

  /// `2026-02-01T10:00:00.123456`, without the fraction when it is zero.
  var iso: String { moment.seconds + (micros % 1_000_000 == 0 ? "" : ".\(moment.fraction)") }

  /// `2026-02-01 10:00:00.123456`, the database's own text.
  var spaced: String { "\(moment.day.text) \(moment.time).\(moment.fraction)" }

  /// The ISO form with `+00:00` behind it.
  var zoned: String { iso + "+00:00" }
}
