/// The pace at which a connection may bring answers: forty at once, and one a second after them. A proxy that repeats an answer for ever
/// would otherwise be asked for the next one at once, without end.
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

  /// Counts an answer.
  /// - Returns: the pause before the next answer may be asked for; nil when the connection only repeats itself and has to be given up.
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
