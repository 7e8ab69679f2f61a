import MediaCore
import Testing

@testable import HubClient

@Suite("The refresh of a screen and who waits for it")
struct RefreshRunTests {
  private let work = RefreshRun.Work { RefreshOutcome() }
  private let other = RefreshRun.Work { RefreshOutcome() }

  @Test("a refresh ends with its strongest caller, and the next one begins without")
  func strongest() {
    var run = RefreshRun()
    run.begin(work, .load)
    for asker in [RefreshRun.Asker.load, .pull, .load] { run.ask(work, by: asker) }
    #expect(run.work == work && run.end().asker == .pull)
    #expect(run.work == nil)
    run.begin(other, .load)
    #expect(run.end().asker == .nobody)
  }

  @Test("a caller of an ended refresh is no caller of the one that is under way")
  func ended() {
    var run = RefreshRun()
    run.begin(other, .load)
    run.ask(work, by: .pull)
    #expect(run.end().asker == .nobody)
  }

  @Test("a pull waits for the refresh that was under way, also when that has ended in between, and only once")
  func pull() {
    var run = RefreshRun()
    run.begin(work, .foreground)
    #expect(!run.isPulled)
    run.pull(work, isForced: true)
    #expect(run.isPulled && run.end().asker == .pull)
    run.begin(other, .foreground)
    let pull = run.takePull()
    #expect(pull?.work == work && pull?.isForced == true)
    #expect(run.takePull() == nil)
  }

  @Test("a pull without force keeps the force of an earlier pull that waits for the same refresh, and only of that")
  func keptForce() {
    var run = RefreshRun()
    run.begin(work, .foreground)
    run.pull(work, isForced: true)
    run.pull(work, isForced: false)
    let second = run.takePull()
    #expect(second?.isForced == true && second?.hasJoined == true)
    run.pull(work, isForced: false)
    #expect(run.takePull()?.isForced == true)
    _ = run.end()
    run.begin(other, .foreground)
    run.pull(other, isForced: false)
    #expect(run.takePull()?.isForced == false)
  }

  @Test("a refresh after a sign-out replaces the one under way, with the pull that waits for it")
  func replaced() {
    var run = RefreshRun()
    run.begin(work, .foreground, after: 1)
    run.pull(work, isForced: true)
    #expect(run.work(after: 1) == work && run.work(after: 2) == nil)
    run.begin(other, .load, after: 2)
    #expect(run.work(after: 2) == other && run.takePull() == nil)
    #expect(run.end().asker == .nobody)
  }

  @Test("a pull has joined a refresh that may do less than the pull asks for")
  func joined() {
    let cases: [(reason: RefreshReason, isForced: Bool, hasJoined: Bool)] = [
      (.load, false, true), (.foreground, false, true), (.background, true, true),
      (.pull(force: false), false, false), (.pull(force: false), true, true),
      (.pull(force: true), false, false), (.pull(force: true), true, false),
    ]
    for (reason, isForced, hasJoined) in cases {
      var run = RefreshRun()
      run.begin(work, reason)
      run.pull(work, isForced: isForced)
      #expect(run.takePull()?.hasJoined == hasJoined, "\(reason) \(isForced)")
    }
  }
}
