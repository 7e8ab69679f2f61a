import Testing

@testable import MediaCore

@Suite("When a screen is read again")
struct FreshnessTests {
  private func read(at seconds: Int = 0, age: Int = 300) -> Freshness {
    var freshness = Freshness()
    freshness.longestAge = .seconds(age)
    freshness.tries(at: .seconds(seconds))
    freshness.isAnswered(.seconds(seconds))
    return freshness
  }

  @Test("by its age, and never without one")
  func age() {
    let freshness = read(at: 100)
    #expect(freshness.next == .seconds(400))
    #expect(!freshness.isTooOld(at: .seconds(399)) && freshness.isTooOld(at: .seconds(400)))
    #expect(Freshness().next == nil && !Freshness().isTooOld(at: .seconds(9999)))
  }

  @Test("five seconds after the last attempt at the earliest, when the server reports a change")
  func outdated() {
    var freshness = read(at: 100)
    freshness.becameOutdated()
    #expect(freshness.next == .seconds(105))
    #expect(!freshness.isTooOld(at: .seconds(104)) && freshness.isTooOld(at: .seconds(105)))
    freshness.tries(at: .seconds(105))
    #expect(!freshness.isOutdated && freshness.next == .seconds(405))
  }

  @Test("at growing distances while the server reports one change after the other, at most 35 times an hour")
  func stream() {
    var (freshness, reads, pauses) = (read(), 0, [Int]())
    var last = 0
    for second in 1...3600 {
      freshness.becameOutdated()
      guard freshness.isTooOld(at: .seconds(second)) else { continue }
      freshness.tries(at: .seconds(second))
      freshness.isAnswered(.seconds(second))
      reads += 1
      pauses.append(second - last)
      last = second
    }
    #expect(pauses.prefix(6) == [5, 10, 20, 40, 80, 120])
    #expect(reads <= 35 && reads >= 30)
    // Five quiet minutes, and the next change shows at once again.
    freshness.becameOutdated()
    freshness.tries(at: .seconds(last + 301))
    freshness.becameOutdated()
    #expect(freshness.next == .seconds(last + 311))
  }

  @Test("never for its age while the server reports changes, and by an age that counts from the end of that")
  func pushed() {
    var freshness = read(at: 0)
    freshness.push(true, at: .seconds(10))
    #expect(freshness.next == nil && !freshness.isTooOld(at: .seconds(86_400)))
    freshness.push(false, at: .seconds(80_000))
    #expect(freshness.next == .seconds(80_300))
    #expect(!freshness.isTooOld(at: .seconds(80_299)) && freshness.isTooOld(at: .seconds(80_300)))
  }

  @Test("by its age also while the server reports changes, when the last attempt failed")
  func failedWhilePushed() {
    var freshness = read(at: 0)
    freshness.push(true, at: .seconds(10))
    freshness.tries(at: .seconds(20))
    #expect(freshness.next == .seconds(320))
    freshness.push(false, at: .seconds(40))
    #expect(freshness.next == .seconds(320) && freshness.isTooOld(at: .seconds(320)))
  }

  @Test("not for an earlier account")
  func forgotten() {
    var freshness = read(at: 0)
    freshness.becameOutdated()
    freshness.forget()
    #expect(freshness.next == nil && !freshness.isTooOld(at: .seconds(9999)))
  }
}
