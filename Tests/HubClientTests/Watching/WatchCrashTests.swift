import Foundation
import HubTesting
import MediaCore
import Testing

@testable import HubClient

@Suite("Watch statuses on a device that dies")
struct WatchCrashTests {
  @Test("a conflict is on disk no later than the record that won, and what was set is on disk when the call returns")
  func everyStep() async throws {
    let clock = ManualClock(passing: .everything)
    let (files, cloud) = (RecordedFiles(), FakeCloud())
    func launched(_ files: any FileSystem) throws -> WatchStatusStore {
      try HubHarness(server: FakeHubServer(clock: clock), clock: clock, files: files).hub.library.statuses
    }
    let statuses = try launched(files)
    var positions: [(steps: Int, seconds: Double)] = []
    for seconds in 1...120 {
      try await statuses.setPosition(Double(seconds), for: "a")
      positions.append((files.steps.count, Double(seconds)))
    }
    let remote = WatchRecord(videoId: "a", status: .watched, lastModified: clock.now().addingTimeInterval(1))
    cloud.records = ["a": remote]
    try await statuses.sync(cloud)
    let steps = files.steps
    #expect(steps.count >= positions[119].steps + 2)
    for count in stride(from: 0, to: positions[100].steps, by: 7) + Array(positions[100].steps...steps.count) {
      let again = try launched(RecordedFiles.disk(steps.prefix(count)))
      let record = try await again.record("a")
      if record?.status == .watched {
        #expect(try await again.conflicts().map(\.lost.playbackPosition) == [120], "\(count)")
      } else {
        #expect(record?.playbackPosition ?? 0 >= positions.last { $0.steps <= count }?.seconds ?? 0, "\(count)")
      }
    }
    #expect(try await launched(RecordedFiles.disk(steps)).status(of: "a") == .watched)
  }
}
