import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("A profile that was asked for while a save failed")
struct FailedProfileSaveTests {
  /// How the save ends without reading the profile.
  enum Failure: Sendable, CaseIterable { case refused, unreachable }

  private func fail(_ bench: Bench, _ failure: Failure) {
    switch failure {
    case .refused: bench.faults.fail(.tallyUserUpdate, with: .status(403))
    case .unreachable:
      bench.faults.fail(.tallyUserUpdate, with: .refused, .refused, .refused, .refused, .refused, .refused)
    }
  }

  @Test("a screen that is opened during the save shows the profile all the same", arguments: Failure.allCases)
  func openedMeanwhile(_ failure: Failure) async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let account = TallyAccountViewModel(tally: bench.relaunched(hold))
    account.load()
    await account.settled()
    fail(bench, failure)
    hold.holdRequest(.tallyUserUpdate)
    account.updateProfile(ProfileUpdate(timezone: "UTC"))
    #expect(await eventually { hold.count == 1 })
    account.loadProfile()
    #expect(bench.count(.tallyUserProfile) == 0)
    hold.release()
    await account.settled()
    #expect(account.state.profile?.user.displayName == "Mika Äijälä")
    #expect((account.state.notice != nil, account.state.error == nil) == (true, true))
    #expect(bench.count(.tallyUserProfile) == 1)
  }

  @Test("a read that a save has cancelled is made up for when the save fails", arguments: Failure.allCases)
  func cancelledRead(_ failure: Failure) async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let account = TallyAccountViewModel(tally: bench.relaunched(hold))
    account.load()
    await account.settled()
    fail(bench, failure)
    hold.hold(.tallyUserProfile)
    account.loadProfile()
    #expect(await eventually { hold.count == 1 })
    account.updateProfile(ProfileUpdate(timezone: "UTC"))
    hold.release()
    await account.settled()
    #expect(account.state.profile?.user.displayName == "Mika Äijälä")
    #expect((account.state.notice != nil, account.state.error == nil) == (true, true))
  }

  @Test("a save that succeeds reads the profile once, whatever was asked for meanwhile")
  func succeeded() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let account = TallyAccountViewModel(tally: bench.relaunched(hold))
    account.load()
    await account.settled()
    hold.holdRequest(.tallyUserUpdate)
    account.updateProfile(ProfileUpdate(displayName: "New"))
    #expect(await eventually { hold.count == 1 })
    account.loadProfile()
    hold.release()
    await account.settled()
    #expect(account.state.profile?.user.displayName == "New")
    #expect(bench.count(.tallyUserProfile) == 1)
  }

  @Test("a failed save without a question reads nothing")
  func unasked() async throws {
    let bench = try await Bench()
    let account = TallyAccountViewModel(tally: bench.tally)
    account.load()
    await account.settled()
    fail(bench, .refused)
    account.updateProfile(ProfileUpdate(timezone: "UTC"))
    await account.settled()
    #expect((account.state.profile, bench.count(.tallyUserProfile)) == (nil, 0))
  }
}
