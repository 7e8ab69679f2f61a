import MediaTesting

/// Dates of the server's own time zone, which is UTC.
struct ShelfDate {
  private let moment: WireMoment

  init(milliseconds time: Int64) { moment = WireMoment(time, digits: 3) }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  var year: Int { moment.day.year }
  var month: Int { moment.day.month }
  /// `2026-11-21`
  var date: String { moment.day.text }
  var dayOfWeek: String { Self.weekdays[moment.day.weekday] }
  /// `Sat, 21 Nov 2026 09:06:53 GMT`
  var http: String {
    let day = moment.day
    return
      "\(dayOfWeek.prefix(3)), \(day.day.padded(to: 2)) \(Self.months[day.month - 1]) \(day.year) \(moment.time) GMT"
  }
  /// `2026-11-21T09:06:53.250Z`
  var iso: String { moment.iso }
}
