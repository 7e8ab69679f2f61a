import Foundation

/// A moment as the server stores it: whole microseconds, UTC. It has four spellings on the wire.
struct VaultStamp: Sendable, Hashable, Comparable {
  let micros: Int64

  init(micros: Int64) { self.micros = micros }

  init(_ date: Date) { micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) }

  /// Reads `2026-02-01T10:00:00` with or without a fraction, with a blank in place of the `T`.
  init?(_ text: String) {
    let parts = text.split { "-T :".contains($0) }.map(String.init)
    guard parts.count == 6, let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]),
      let hour = Int64(parts[3]), let minute = Int64(parts[4]), let second = Double(parts[5])
    else { return nil }
    let seconds = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60
    micros = seconds * 1_000_000 + Int64((second * 1_000_000).rounded())
  }

  static func < (a: VaultStamp, b: VaultStamp) -> Bool { a.micros < b.micros }

  func adding(hours: Double) -> VaultStamp { VaultStamp(micros: micros + Int64(hours * 3_600_000_000)) }

  var seconds: Int64 { micros / 1_000_000 }

  /// `2026-02-01T10:00:00.123456`, without the fraction when it is zero.
  var iso: String { date + "T" + time + (micros % 1_000_000 == 0 ? "" : fraction) }

  /// `2026-02-01 10:00:00.123456`, the way the database's own text shows through.
  var spaced: String { date + " " + time + fraction }

  /// The first spelling with `+00:00` behind it.
  var zoned: String { iso + "+00:00" }

  private var fraction: String { "." + Self.padded(micros % 1_000_000, 6) }

  private var time: String {
    let second = seconds % 86_400
    return [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
  }

  private var date: String {
    let shifted = seconds / 86_400 + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return [Self.padded(year, 4), Self.padded(month, 2), Self.padded(day, 2)].joined(separator: "-")
  }

  /// Days from 1970-01-01 to a day of the Gregorian calendar; years are taken to begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
