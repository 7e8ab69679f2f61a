import Foundation
import MediaCore

@testable import VaultClient

/// Lists with the date of their last change, which no current server sends.
struct DatedLists: ListAPI {
  let base: any ListAPI
  let at: Locked<Date>

  func all() async throws(ClientError) -> [VaultList] {
    let now = at.withLock { $0 }
    return try await base.all().map { list in with(list) { $0.updatedAt = now } }
  }
  func create(_ draft: ListDraft) async throws(ClientError) -> VaultList { try await base.create(draft) }
  func update(_ id: Int, _ change: ListDraft) async throws(ClientError) -> VaultList {
    try await base.update(id, change)
  }
  func delete(_ id: Int) async throws(ClientError) { try await base.delete(id) }
  func contents(of id: ListID) async throws(ClientError) -> ListContents { try await base.contents(of: id) }
  func add(_ item: ListItem, to id: Int, notes: String?) async throws(ClientError) {
    try await base.add(item, to: id, notes: notes)
  }
  func remove(_ item: ListItem, from id: Int) async throws(ClientError) { try await base.remove(item, from: id) }
  func mark(_ item: ListItem, in id: Int, _ mark: ItemMark) async throws(ClientError) {
    try await base.mark(item, in: id, mark)
  }
  func targets(for id: Int, page: Int, size: Int) async throws(ClientError) -> ListTargetsPage {
    try await base.targets(for: id, page: page, size: size)
  }
  func transfer(
    _ operation: ListTransfer.Operation, _ item: ListItem, from id: Int, to target: Int, keepingMarks: Bool
  ) async throws(ClientError) -> TransferResult {
    try await base.transfer(operation, item, from: id, to: target, keepingMarks: keepingMarks)
  }
  func transfer(_ transfer: ListTransfer) async throws(ClientError) -> BulkResult {
    try await base.transfer(transfer)
  }
  func share(_ id: Int, with username: String, _ permission: SharePermission) async throws(ClientError) {
    try await base.share(id, with: username, permission)
  }
  func leave(_ id: Int) async throws(ClientError) { try await base.leave(id) }
  func probe() async throws(ClientError) { try await base.probe() }
}
