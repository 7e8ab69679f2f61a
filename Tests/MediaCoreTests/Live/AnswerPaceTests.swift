import Testing

@testable import MediaCore

@Suite("The pace of a connection's answers")
struct AnswerPaceTests {
  private let ping = [EnginePacket(.ping)]

  private func event(_ number: Int) -> [EnginePacket] { [EnginePacket(.message, #"2["a",\#(number)]"#)] }

  @Test("the same answer eleven times at once ends the connection, a ping every 25 seconds does not")
  func repeats() {
    var pace = AnswerPace()
    let pauses = (0..<11).map { _ in pace.pause(after: ping, at: .seconds(1)) }
    #expect(pauses == Array(repeating: .zero, count: 10) + [nil])
    pace = AnswerPace()
    for number in 0..<1000 { #expect(pace.pause(after: ping, at: .seconds(25 * number)) == .zero) }
  }

  @Test("a burst of forty different answers passes, and from then on one a second")
  func burst() {
    var (pace, now, waited) = (AnswerPace(), Duration.zero, [Duration]())
    for number in 0..<100 {
      guard let pause = pace.pause(after: event(number), at: now) else {
        Issue.record("given up")
        return
      }
      waited.append(pause)
      now += pause
    }
    #expect(waited.prefix(41).allSatisfy { $0 == .zero })
    #expect(waited.suffix(50).allSatisfy { $0 == .seconds(1) })
    #expect(now >= .seconds(58) && now <= .seconds(60))
  }

  @Test("two answers in turn for ever are asked for once a second")
  func inTurn() {
    var (pace, now, count) = (AnswerPace(), Duration.zero, 0)
    while now < .seconds(3600), count < 10_000 {
      now += pace.pause(after: event(count % 2), at: now) ?? .seconds(3600)
      count += 1
    }
    #expect(count <= 3650)
  }
}
