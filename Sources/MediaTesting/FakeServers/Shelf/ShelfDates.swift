/// Dates of the server's own time zone, which is UTC.
struct ShelfDate {
  let year: Int
  let month: Int
  let day: Int
  /// 0 is Sunday.
  let weekday: Int
  let milliseconds: Int

  init(milliseconds time: Int64) {
    let days = Int((Double(time) / 86_400_000).rounded(.down))
    milliseconds = Int(time - Int64(days) * 86_400_000)
    weekday = ((days + 4) % 7 + 7) % 7
    // The proleptic calendar counted from 1 March of year 0, in eras of 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private var time: String {
    let seconds = milliseconds / 1000
    return "\(Self.two(seconds / 3600)):\(Self.two(seconds / 60 % 60)):\(Self.two(seconds % 60))"
  }

  /// `2026-11-21`
  var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }
  var dayOfWeek: String { Self.weekdays[weekday] }
  /// `Sat, 21 Nov 2026 09:06:53 GMT`
  var http: String {
    "\(dayOfWeek.prefix(3)), \(Self.two(day)) \(Self.months[month - 1]) \(year) \(time) GMT"
  }
  /// `2026-11-21T09:06:53.250Z`
  var iso: String {
    let thousandths = milliseconds % 1000
    return "\(date)T\(time).\(thousandths < 100 ? "0" : "")\(Self.two(thousandths))Z"
  }
}
