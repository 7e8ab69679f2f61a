import Foundation
import MediaCore
import Testing

@testable import HubClient

@Suite("The stored watch statuses")
struct SavedStatusesTests {
  private func records(_ numbers: Range<Int>, isSynced: Bool) -> [WatchRecord] {
    numbers.map { number in
      with(WatchRecord(videoId: "v\(number)", lastModified: Date(timeIntervalSince1970: Double(number)))) {
        $0.synced = isSynced
      }
    }
  }

  @Test("of too many records the oldest exchanged ones are dropped, and none that other devices lack")
  func capacity() {
    let (capacity, slack) = (SavedStatuses.capacity, SavedStatuses.slack)
    var saved = SavedStatuses()
    _ = saved.merge(records(0..<10, isSynced: false), now: Date())
    _ = saved.merge(records(10..<capacity + slack, isSynced: true), now: Date())
    #expect(saved.records.count == capacity + slack)
    _ = saved.merge(records(capacity + slack..<capacity + slack + 1, isSynced: true), now: Date())
    #expect(saved.records.count == capacity)
    #expect(saved.unsynced.count == 10 && saved.records["v10"] == nil && saved.records["v\(capacity + slack)"] != nil)
  }

  @Test("a patch turns the older statuses into the newer ones, whatever has changed")
  func patch() throws {
    let now = Date(timeIntervalSince1970: 1_000)
    var steps = [SavedStatuses()]
    func step(_ change: (inout SavedStatuses) -> Void) { steps.append(with(steps[steps.count - 1], change)) }
    step { _ = $0.merge(records(0..<3, isSynced: true), now: now) }
    step { $0.lastSync = now }
    step { $0.change(["v1", "new"], at: now) { $0.status = .watched } }
    step { _ = $0.merge([with(records(1..<2, isSynced: true)[0]) { $0.lastModified = now - 1 }], now: now) }
    step { $0.noteSent($0.unsynced) }
    step { $0.lastSync = nil }
    for (older, newer) in zip(steps, steps.dropFirst()) {
      #expect(older != newer)
      let patch = try JSONDecoder().decode(
        SavedStatuses.Patch.self, from: JSONEncoder().encode(newer.patch(from: older)))
      #expect(with(older) { $0.apply(patch) } == newer)
    }
  }
}
