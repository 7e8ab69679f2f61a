import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Observers")
struct ObserversTests {
  @Test("are notified in the order in which they were added, whoever left in between")
  func order() {
    let random = SeededRandom(seed: 7)
    let observers = Observers<Int>()
    let heard = Notebook<Int>()
    var plain: [(number: Int, token: ObservationToken)] = []
    for number in 0..<2000 {
      plain.append((number, observers.add { _ in heard.add(number) }))
      while !plain.isEmpty, random.next() % 5 < 2 { plain.remove(at: Int(random.next() % UInt64(plain.count))) }
      guard number % 50 == 0 else { continue }
      let before = heard.entries.count
      observers.notify(number)
      #expect(heard.entries.dropFirst(before).elementsEqual(plain.map(\.number)))
      #expect(observers.isEmpty == plain.isEmpty)
    }
    plain = []
    #expect(observers.isEmpty)
    let before = heard.entries.count
    observers.notify(0)
    #expect(heard.entries.count == before)
  }

  @Test("that come or go during a notification count from the next one on")
  func during() {
    let observers = Observers<Void>()
    let heard = Notebook<String>()
    let tokens = Locked<[ObservationToken]>([])
    let first = observers.add {
      heard.add("first")
      tokens.withLock { tokens in
        if tokens.count == 1 { tokens[0].cancel() }
        tokens.append(observers.add { heard.add("new") })
      }
    }
    tokens.withLock { [second = observers.add { heard.add("second") }] in $0.append(second) }
    observers.notify()
    #expect(heard.entries == ["first", "second"])
    observers.notify()
    #expect(heard.entries == ["first", "second", "first", "new"])
    withExtendedLifetime(first) {}
  }

  @Test("a registry gives its elements in their order")
  func registry() {
    let registry = Registry<Int>()
    var tokens = (0..<100).map { registry.add($0) }
    for index in (0..<100).reversed() where index % 3 != 0 { tokens.remove(at: index) }
    #expect(registry.elements == (0..<100).filter { $0 % 3 == 0 })
    withExtendedLifetime(tokens) {}
  }
}
