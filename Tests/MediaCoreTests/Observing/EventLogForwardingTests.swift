import MediaTesting
import Testing

@testable import MediaCore

@Suite("The log in another log")
struct EventLogForwardingTests {
  private let log = EventLog(clock: ManualClock(), capacity: 3)
  private let seen = Notebook<String>()

  @Test("gets each entry at its level and above once, in order, from the moment it was connected")
  func entries() {
    log.add(.error, "before")
    let token = log.forward(.info) { [seen] in seen.add($0.message) }
    log.add(.info, "one")
    log.add(.debug, "quiet")
    log.add(.warning, "two")
    log.clear()
    for number in 3...9 { log.add(.error, "\(number)") }
    #expect(seen.entries == ["one", "two"] + (3...9).map(String.init))
    _ = token
  }

  @Test("gets nothing once its token is released")
  func release() {
    var token: ObservationToken? = log.forward { [seen] in seen.add($0.message) }
    log.add(.info, "one")
    #expect(token != nil)
    token = nil
    log.add(.info, "two")
    #expect(seen.entries == ["one"])
  }

  @Test("entries of many threads come once each")
  func threads() async {
    let log = EventLog(clock: ManualClock())
    let token = log.forward { [seen] in seen.add($0.message) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 { group.addTask { log.add(.info, "\(number)") } }
    }
    #expect(seen.entries.count == 200)
    #expect(Set(seen.entries).count == 200)
    _ = token
  }
}
