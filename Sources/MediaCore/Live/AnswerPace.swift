/// The pace at which a polling connection asks for answers: forty at once, and then one a second. Without this limit, a proxy that repeats
/// an answer for ever would be asked for the next one without a pause. On a connection that sends its packets without being asked, only
/// equal answers count.
package struct AnswerPace: Sendable {
  /// Equal answers in a row, each right after the one before it, after which a connection counts as broken.
  static let mostRepeats = 10
  private static let burst = 40.0
  /// Equal answers that are this far apart are no repeats: a server that has nothing to say pings every few seconds.
  private static let apart = Duration.seconds(5)

  private var room = Self.burst
  private var last: (packets: [EnginePacket], at: Duration)?
  private var repeats = 0

  package init() {}

  /// Counts an answer and returns the pause before the next request.
  /// - Returns: the pause, for a polling connection; nil when the connection only repeats the same answer and has to be given up.
  package mutating func pause(after packets: [EnginePacket], at now: Duration) -> Duration? {
    defer { last = (packets, now) }
    guard let last else { return .zero }
    let isRepeat = last.packets == packets && now - last.at < Self.apart
    repeats = isRepeat ? repeats + 1 : 0
    guard repeats < Self.mostRepeats else { return nil }
    room = min(Self.burst, room + (now - last.at).seconds) - 1
    return room < 0 ? .seconds(-room) : .zero
  }
}
