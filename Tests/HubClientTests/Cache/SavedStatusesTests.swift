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

  @Test("of changes with the same date every device keeps the same one, whichever of them reached the store last")
  func sameDate() {
    // Both clocks are behind the record that both devices change.
    func device(_ change: (inout WatchRecord) -> Void) -> SavedStatuses {
      var saved = SavedStatuses()
      let known = with(WatchRecord(videoId: "film", status: .watched, lastModified: Date(timeIntervalSince1970: 900))) {
        $0.synced = true
      }
      _ = saved.merge([known], now: Date(timeIntervalSince1970: 100))
      saved.change(["film"], at: Date(timeIntervalSince1970: 100.0004), change)
      return saved
    }
    func sent(_ saved: inout SavedStatuses) -> [WatchRecord] {
      let records = saved.unsynced
      saved.noteSent(records)
      return records.map { record in
        with(record) {
          $0.synced = true
          $0.lastModified = Date(timeIntervalSince1970: Double(record.lastModified.milliseconds) / 1000)
        }
      }
    }
    let changes: [(inout WatchRecord) -> Void] = [
      { $0.status = .skipped }, { $0.playbackPosition = 361 }, { $0.status = .unwatched },
    ]
    for (one, other) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
      var (here, there) = (device(changes[one]), device(changes[other]))
      // The store takes what is dated later, or equally.
      var store = [String: WatchRecord]()
      func exchange(_ device: inout SavedStatuses) {
        _ = device.merge(Array(store.values), now: Date(timeIntervalSince1970: 1000))
        for record in sent(&device) where store[record.videoId].map({ $0.lastModified <= record.lastModified }) ?? true
        {
          store[record.videoId] = record
        }
      }
      for _ in 0..<3 {
        exchange(&here)
        exchange(&there)
      }
      #expect(here.unsynced.isEmpty && there.unsynced.isEmpty)
      let films = [here.records["film"], there.records["film"], store["film"]]
      #expect(Set(films.map { $0?.status }).count == 1, "\(one) \(other)")
      #expect(Set(films.map { $0?.playbackPosition }).count == 1, "\(one) \(other)")
    }
  }

  @Test("a later place in a video that its device never marked takes nothing from another device's mark")
  func placeBesideMark() throws {
    func record(_ status: WatchStatus, at second: Double, place: Double = 0) -> WatchRecord {
      with(WatchRecord(videoId: "film", status: status, lastModified: Date(timeIntervalSince1970: second))) {
        ($0.playbackPosition, $0.synced) = (place, true)
      }
    }
    let now = Date(timeIntervalSince1970: 1000)
    for mark in [WatchStatus.watched, .skipped] {
      var (here, there) = (SavedStatuses(), SavedStatuses())
      here.change(["film"], at: Date(timeIntervalSince1970: 100)) { $0.status = mark }
      here.noteSent(here.unsynced)
      there.change(["film"], at: Date(timeIntervalSince1970: 200)) { $0.playbackPosition = 225 }
      let place = try #require(there.unsynced.first)
      // The device with the place reads the mark, and the device with the mark reads the place.
      #expect(there.merge([record(mark, at: 100)], now: now).conflicts.isEmpty)
      #expect(here.merge([record(.unknown, at: 200, place: 225)], now: now).conflicts.isEmpty)
      for saved in [here, there] {
        #expect(saved.records["film"]?.status == mark)
        #expect(saved.records["film"]?.playbackPosition == 225)
        // Later than both, so that it wins on every device and in the store.
        #expect(saved.unsynced.map(\.lastModified) == [place.lastModified + 0.001])
      }
      #expect(here.records == there.records)
      // A mark that a user makes afterwards replaces the joined one.
      here.change(["film"], at: Date(timeIntervalSince1970: 300)) { $0.status = .unwatched }
      there.noteSent(there.unsynced)
      #expect(there.merge([record(.unwatched, at: 300, place: 225)], now: now).conflicts.isEmpty)
      #expect(there.records["film"]?.status == .unwatched)
    }
  }

  @Test("taking a mark back as if it had never been made also reaches the other devices")
  func takenBack() {
    var saved = SavedStatuses()
    saved.change(["film"], at: Date(timeIntervalSince1970: 100)) { $0.status = .watched }
    saved.change(["film"], at: Date(timeIntervalSince1970: 200)) { $0.status = .unknown }
    #expect(saved.records["film"]?.status == .unwatched)
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
