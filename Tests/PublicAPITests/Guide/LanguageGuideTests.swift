import Foundation
import TallyKit
import TallyTesting
import Testing

@MainActor @Test("a calendar in German, in Berlin") func aCalendarInGerman() async throws {
  let clock = ManualClock(passing: .waits)
  let server = FakeTallyServer(clock: clock)
  var environment = ClientEnvironment.test(clock: clock, timeZone: TimeZone(identifier: "Europe/Berlin"))
  environment.texts = Texts(.coreGerman, .tallyGerman)
  let tally = TallyService(server: .fake, transport: server.transport, environment: environment)
  try await tally.account.signIn(email: TallyWorld.account.username, password: TallyWorld.account.password)

  let calendar = CalendarViewModel(tally: tally)
  #expect(calendar.weekdays == ["MO", "DI", "MI", "DO", "FR", "SA", "SO"])
}
