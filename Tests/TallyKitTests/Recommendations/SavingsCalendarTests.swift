import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("The calendar of savings")
struct SavingsCalendarTests {
  @Test("is as long as it is asked for, and never longer than ten years", arguments: [.min, -1, 0, 1, 120, 121, .max])
  func months(count: Int) async throws {
    let bench = try await Bench()
    do throws(ClientError) {
      _ = try await bench.tally.recommendations.calendar(months: count)
      #expect([1, 120].contains(count))
    } catch {
      #expect(error.kind == .invalidRequest && ![1, 120].contains(count))
      #expect(bench.count(.tallyRecommendationCalendar) == 0)
    }
  }
}
