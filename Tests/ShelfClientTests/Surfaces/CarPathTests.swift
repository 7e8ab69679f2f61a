import Testing

@testable import ShelfClient

@Suite("The way to a template in a car")
struct CarPathTests {
  @Test("no order of lists, the player and its lists shows more than five templates, or one twice", arguments: 0..<200)
  func paths(seed: Int) {
    var (shown, next, number) = ([0], 2, UInt64(seed))
    let player = 1
    for _ in 0..<40 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let isPlayer = (number >> 40) % 3 == 0
      let template = isPlayer ? player : next
      next += 1
      switch CarPath(to: shown.firstIndex(of: template), of: shown.count, isPlayer: isPlayer) {
      case .stay: #expect(shown.last == template)
      case .back: shown.removeSubrange((shown.firstIndex(of: template) ?? 0) + 1..<shown.count)
      case .push: shown.append(template)
      case .pushFromTabs: shown = [0, template]
      }
      #expect(shown.count <= 5 && Set(shown).count == shown.count && shown.last == template)
      // A list of chapters always has room above the player.
      if isPlayer { #expect(CarPath(to: nil, of: shown.count, isPlayer: false) == .push) }
    }
  }
}
