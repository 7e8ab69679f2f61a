import Combine
import Foundation
import MediaCore
import SwiftUI

/// The changes of a service that its server refused for good, read from the queue: not every account screen's state lists them.
@MainActor
final class RefusedChanges: ObservableObject {
  @Published private(set) var records: [MutationRecord] = []
  /// Why a retry or a discard failed; nil without trouble.
  @Published private(set) var trouble: String?
  private let queue: MutationQueue
  private var token: ObservationToken?

  init(_ queue: MutationQueue) {
    self.queue = queue
    token = queue.observe { [weak self] in
      Task { [weak self] in await self?.read() }
    }
  }

  /// Reads the list. If the files cannot be read now, the shown list stays.
  func read() async {
    if let refused = try? await queue.refused() { records = refused }
  }

  func retry(_ record: MutationRecord) {
    change { [queue] () async throws(ClientError) in _ = try await queue.retry(record.id) }
  }

  func discard(_ record: MutationRecord) {
    change { [queue] () async throws(ClientError) in try await queue.discard(record.id) }
  }

  private func change(_ body: @escaping () async throws(ClientError) -> Void) {
    trouble = nil
    Task {
      do throws(ClientError) { try await body() } catch { trouble = error.text(.english) }
      await read()
    }
  }
}

struct RefusedSection: View {
  @StateObject private var changes: RefusedChanges

  init(queue: MutationQueue) { _changes = StateObject(wrappedValue: RefusedChanges(queue)) }

  var body: some View {
    Section("Not Accepted by the Server") {
      if changes.records.isEmpty { Text("Nothing.").foregroundStyle(.secondary) }
      ForEach(changes.records) { record in
        RefusedRow(record: record) {
          changes.retry(record)
        } discard: {
          changes.discard(record)
        }
      }
      if let trouble = changes.trouble { Text(trouble).foregroundStyle(.red) }
    }
    .task { await changes.read() }
  }
}
