import Foundation

/// `Sat, 21 Nov 2026 09:06:53 GMT`
func httpDate(_ date: Date) -> String {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
  let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
  let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
  let day = "\(two(parts.day)) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
  let time = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
  return "\(weekdays[(parts.weekday ?? 1) - 1]), \(day) \(time) GMT"
}
