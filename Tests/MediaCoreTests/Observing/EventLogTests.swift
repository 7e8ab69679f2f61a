import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The log")
struct EventLogTests {
  private let clock = ManualClock(start: Date(timeIntervalSince1970: 1_788_256_800.25))

  @Test("copies as [time] [level] file:line function, a line break, and the message")
  func format() {
    let log = EventLog(clock: clock)
    log.add(.info, "hello", file: "App/Main.swift", line: 12, function: "start()")
    log.add(.error, "two\nlines", file: "App/Other.swift", line: 3, function: "stop(_:)")
    #expect(
      log.copyAll() == """
        [2026-09-01T10:00:00.250Z] [INFO] App/Main.swift:12 start()
        hello
        [2026-09-01T10:00:00.250Z] [ERROR] App/Other.swift:3 stop(_:)
        two
        lines
        """)
    log.add(.debug, "here")
    #expect(log.entries.last?.file == "MediaCoreTests/EventLogTests.swift")
    #expect(log.entries.last?.function == "format()")
  }

  @Test(
    "whether it is on is asked when it is read or has fifty lines, and lines of one that is off are gone",
    arguments: [true, false])
  func decidedLater(isOn: Bool) {
    for byReading in [true, false] {
      let log = EventLog(clock: clock)
      let asked = Locked(0)
      log.decideLater {
        asked.withLock { $0 += 1 }
        return isOn
      }
      for number in 0..<49 { log.add(.info, "\(number)") }
      #expect(asked.withLock { $0 } == 0)
      if byReading { _ = log.entries } else { log.add(.info, "49") }
      #expect(asked.withLock { $0 } == 1)
      log.add(.info, "next")
      #expect(log.entries.count == (isOn ? byReading ? 50 : 51 : 0))
      log.isEnabled = true
      log.add(.info, "last")
      #expect(log.entries.last?.message == "last" && log.isEnabled)
      #expect(asked.withLock { $0 } == 1)
    }
  }

  @Test("a log that is switched on has nothing of the time before")
  func switchedOn() {
    let log = EventLog(clock: clock)
    log.decideLater { false }
    log.add(.info, "before")
    log.isEnabled = true
    log.add(.info, "after")
    #expect(log.entries.map(\.message) == ["after"])
  }

  @Test("a log that is switched on while its file is read stays on")
  func switchedOnMeanwhile() {
    let log = EventLog(clock: clock)
    let asked = Locked(0)
    log.decideLater {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 1 { log.isEnabled = true }
      return false
    }
    #expect(log.isEnabled)
    log.add(.info, "there")
    #expect(log.entries.count == 1)
  }

  @Test("levels are ordered, and copying takes those at and above one")
  func levels() {
    let log = EventLog(clock: clock)
    for level in EventLog.Level.allCases { log.add(level, "\(level)") }
    #expect(EventLog.Level.allCases.sorted() == [.debug, .info, .warning, .error])
    #expect(log.copyAll(level: .warning).split(separator: "\n").count == 4)
    #expect(!log.copyAll(level: .info).contains("DEBUG") && log.copyAll().contains("[DEBUG]"))
    #expect(EventLog(clock: clock).copyAll() == "")
  }

  @Test("keeps the last thousand, oldest first, with ids that never repeat")
  func ring() {
    let log = EventLog(clock: clock)
    for number in 0..<2500 { log.add(.debug, "\(number)") }
    #expect(log.entries.count == 1000)
    #expect(log.entries.map(\.message) == (1500..<2500).map(String.init))
    #expect(Set(log.entries.map(\.id)).count == 1000)
    let small = EventLog(clock: clock, capacity: 0)
    small.add(.debug, "a")
    small.add(.debug, "b")
    #expect(small.entries.map(\.message) == ["b"])
  }

  @Test("keeps events beside messages, and begins anew after it was cleared")
  func eventsAndMessages() {
    let log = EventLog(clock: clock, capacity: 3)
    for number in 0..<5 {
      let operation = OperationID("test.\(number)")
      log.add(.debug, .event(.started(operation: operation)), file: "f", line: number, function: "g")
    }
    #expect(log.entries.map(\.message) == ["test.2 …", "test.3 …", "test.4 …"])
    #expect(log.entries.map(\.line) == [2, 3, 4])
    log.clear()
    #expect(log.entries.isEmpty)
    for number in 5..<10 { log.add(.info, "\(number)") }
    #expect(log.entries.map(\.message) == ["7", "8", "9"] && log.entries.map(\.id) == [8, 9, 10])
  }

  @Test("adds nothing, and does not even build the message, while disabled")
  func disabled() {
    let log = EventLog(clock: clock)
    let built = Counter()
    func message() -> String {
      built.add()
      return "x"
    }
    log.isEnabled = false
    log.add(.error, message())
    #expect(log.entries.isEmpty && built.value == 0)
    log.isEnabled = true
    log.add(.error, message())
    #expect(log.entries.count == 1 && built.value == 1)
    log.clear()
    #expect(log.entries.isEmpty && log.copyAll().isEmpty)
  }

  @Test("an entry holds two kilobytes at most, whatever characters they are")
  func longMessage() {
    let log = EventLog(clock: clock)
    log.add(.error, String(repeating: "e\u{301}\u{301}", count: 100_000))
    #expect(log.entries[0].message.utf8.count <= 2048)
    for before in 0..<4 {
      log.add(.error, String(repeating: "a", count: before) + String(repeating: "👍", count: 100_000))
      let kept = String(repeating: "a", count: before) + String(repeating: "👍", count: (2048 - before) / 4)
      #expect(log.entries[before + 1].message == kept)
    }
    log.add(.error, "short")
    #expect(log.entries[5].message == "short")
    let longest = String(repeating: "a", count: 2048)
    log.add(.error, longest)
    #expect(log.entries[6].message == longest)
  }

  @Test("keys that the server made up appear in no fault's path")
  func serverKeys() throws {
    struct Answer: Decodable {
      enum CodingKeys: CodingKey { case shows }
      let shows: [String: [String: Int]]
      init(from decoder: any Decoder) throws {
        let members = try decoder.lenient(CodingKeys.self)
        shows = members[.shows] ?? [:]
        _ = try members.require(.shows) as [String: [String: Int]]
      }
    }
    let body = Data(#"{"shows": {"canary-1": {"canary-2": "text"}}}"#.utf8)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Answer.self, from: body) }
    #expect(error?.place == "shows[*][*]: wrong type")
  }

  @Test("observers are notified of each change until they let go")
  func observing() {
    let log = EventLog(clock: clock)
    let changes = Counter()
    let token = log.observe { changes.add() }
    log.add(.debug, "a")
    log.clear()
    #expect(changes.value == 2)
    token.cancel()
    log.add(.debug, "b")
    #expect(changes.value == 2)
  }

  @Test("can be written to from everywhere at once")
  func parallel() async {
    let log = EventLog(clock: clock, capacity: 100_000)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<20 { group.addTask { for number in 0..<50 { log.add(.debug, "\(task) \(number)") } } }
    }
    #expect(Set(log.entries.map(\.message)).count == 1000)
    #expect(log.entries.map(\.id) == log.entries.map(\.id).sorted())
  }

  @Test("every event has a line at the level it deserves")
  func events() {
    let log = EventLog(clock: clock)
    let error = ClientError(.server, operation: "test.op", status: 500)
    let events: [(ClientEvent, EventLog.Level, String)] = [
      (.started(operation: "test.op"), .debug, "test.op …"),
      (
        .answered(operation: "test.op", status: 200, bytes: 5, isStale: false, duration: .milliseconds(12)), .debug,
        "test.op 200, 5 bytes, 12 ms"
      ),
      (
        .answered(operation: "test.op", status: 404, bytes: 0, isStale: false, duration: .zero), .warning,
        "test.op 404, 0 bytes, 0 ms"
      ),
      (
        .answered(operation: "test.op", status: 503, bytes: 0, isStale: true, duration: .seconds(2)), .error,
        "test.op 503, 0 bytes, 2000 ms, kept answer"
      ),
      (.failed(error, duration: .zero), .error, "test.op: server, status 500"),
      (.failed(.cancelled("test.op"), duration: .zero), .debug, "test.op: cancelled"),
      (
        .retrying(operation: "test.op", attempt: 1, pause: .milliseconds(250)), .info,
        "test.op attempt 1 failed, next in 250 ms"
      ),
      (.renewed(nil), .info, "credentials renewed"),
      (.renewed(error), .warning, "credentials not renewed: test.op: server, status 500"),
      (
        .tolerated(operation: "test.op", count: 2, issues: [DecodingIssue(path: "a[0]", problem: .wrongType)]),
        .warning, "test.op: 2 faults in the answer: a[0]: wrongType"
      ),
      (.storage(ClientError(.storage, operation: .storeRead)), .error, "store.read: storage"),
    ]
    for (event, level, message) in events {
      log.clear()
      log.add(event)
      #expect(log.entries.map(\.level) == [level] && log.entries.map(\.message) == [message])
    }
  }
}
