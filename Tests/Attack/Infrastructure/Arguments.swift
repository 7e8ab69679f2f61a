import Foundation
import MediaCore

/// The arguments of one call: good ones, or one of them hostile. A first call with good ones shows what there is to replace.
final class Arguments: Sendable {
  struct Choice: Sendable, Hashable, CustomStringConvertible {
    let place: Int
    let value: Int
    var description: String { "argument \(place), value \(value)" }
  }

  private let choice: Choice?
  /// The number of hostile values of each place so far.
  private let places = Locked<[Int]>([])

  init(_ choice: Choice? = nil) { self.choice = choice }

  /// Everything that can be chosen in the calls that were made with these arguments.
  var choices: [Choice] {
    places.withLock { $0 }.enumerated().flatMap { place, count in (0..<count).map { Choice(place: place, value: $0) } }
  }

  func pick<Value>(_ good: Value, _ hostile: [Value]) -> Value {
    let place = places.withLock { places in
      places.append(hostile.count)
      return places.count - 1
    }
    guard let choice, choice.place == place, hostile.indices.contains(choice.value) else { return good }
    return hostile[choice.value]
  }

  func integer(_ good: Int) -> Int { pick(good, Hostile.integers) }
  func number(_ good: Double) -> Double { pick(good, Hostile.numbers) }
  func decimal(_ good: Decimal) -> Decimal { pick(good, Hostile.decimals) }
  func text(_ good: String) -> String { pick(good, Hostile.texts) }
  func date(_ good: Date) -> Date { pick(good, Hostile.dates) }
  func range(_ good: Range<Int>) -> Range<Int> { pick(good, Hostile.ranges) }
  func duration(_ good: Duration) -> Duration { pick(good, Hostile.durations) }
}
