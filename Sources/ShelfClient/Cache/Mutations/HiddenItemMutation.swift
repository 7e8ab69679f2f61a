import Foundation
import MediaCore

/// Hides an item from “continue listening”, or shows it there again.
struct HiddenItemMutation: Mutation {
  static let kind: MutationKind = "shelf.progress.hidden"

  var item: PlayableID
  var isHidden: Bool
  /// When the user made the change, by the server's clock if known: listening after it shows the item again.
  var at: Date

  var isPlausible: Bool { WireID.arePlausible(item.ids) }
  /// Not the item itself: that is the target of its listening, of which the newest change shows the place.
  var target: String { "hidden/\(item)" }

  func fetch(_ api: any ProgressAPI, _ context: MutationContext) async throws(ClientError) -> MediaProgress? {
    // Listening that reaches the server after the hiding would show the item again, so send it first.
    let listening = await context.changes(of: item.description)
    if listening.contains(where: { $0.isOpen && $0.order < context.order }) {
      throw ClientError(.waiting, operation: .shelfProgressHide)
    }
    return try await api.progress(of: item)
  }

  func perform(
    _ api: any ProgressAPI, over remote: MediaProgress?, _ context: MutationContext
  ) async throws(ClientError) {
    guard let remote else { return }
    var update = ProgressUpdate()
    update.hideFromContinueListening = isHidden
    // Keep the record's date: the route for hiding sets the current time, and the unsent listening of an offline device would lose against
    // it.
    update.lastUpdate = remote.lastUpdate
    try await api.update(item, update)
  }

  /// An item without a record is on no shelf of items in progress, so nothing is left to hide.
  func isReflected(in remote: MediaProgress?) -> Bool {
    remote.map { $0.hideFromContinueListening == isHidden } ?? true
  }
}
