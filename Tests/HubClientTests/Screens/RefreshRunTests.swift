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
    run.begin(work)
    for asker in [RefreshRun.Asker.load, .pull, .load] { run.ask(work, by: asker) }
    #expect(run.work == work && run.end() == .pull)
    #expect(run.work == nil)
    run.begin(other)
    #expect(run.end() == .nobody)
  }

  @Test("a caller of an ended refresh is no caller of the one that is under way")
  func ended() {
    var run = RefreshRun()
    run.begin(other)
    run.ask(work, by: .pull)
    #expect(run.end() == .nobody)
  }

  @Test("a pull waits for the refresh that was under way, also when that has ended in between, and only once")
  func pull() {
    var run = RefreshRun()
    run.begin(work)
    run.pull(work, isForced: true)
    #expect(run.end() == .pull)
    run.begin(other)
    let pull = run.takePull()
    #expect(pull?.work == work && pull?.isForced == true)
    #expect(run.takePull() == nil)
  }
}
