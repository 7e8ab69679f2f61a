import Foundation
import MediaCore

/// The changes of this account since the server sent its shelves, applied to these shelves. The screen therefore shows at once what the
/// server will send after it has received the changes.
struct HomeChanges: Sendable {
  private let progress: [PlayableID: KnownProgress]
  /// Items hidden from “continue listening”.
  private let hidden: Set<PlayableID>
  private let hiddenSeries: Set<String>
  /// The items that were begun, continued or finished since, the newest first.
  let changed: [PlayableID]

  init(
    progress: [PlayableID: KnownProgress], hiddenOnServer: Set<PlayableID>, hiddenSeries known: Set<String>,
    open: [MutationRecord], asOf: Date?
  ) {
    self.progress = progress
    let items = open.compactMap { $0.mutation(HiddenItemMutation.self) }
    let chosen = Dictionary(items.map { ($0.item, $0) }, uniquingKeysWith: { $1 })
    hidden = Set(progress.keys).union(chosen.keys).filter { id in
      // The server shows a hidden item again after later listening: show it here if the unsent listening is later than the hiding.
      if let choice = chosen[id] {
        return choice.isHidden && !(progress[id].map { $0.isPending && ($0.at ?? .distantPast) > choice.at } ?? false)
      }
      return hiddenOnServer.contains(id) && progress[id]?.isPending != true
    }
    let series = open.compactMap { $0.mutation(HiddenSeriesMutation.self) }
    let chosenSeries = Dictionary(series.map { ($0.series, $0.isHidden) }, uniquingKeysWith: { $1 })
    hiddenSeries = known.filter { chosenSeries[$0] != false }.union(chosenSeries.filter(\.value).keys)
    changed = progress.values.filter { known in
      known.isPending || asOf.map(known.wasChanged(after:)) ?? false
    }.sorted { ($1.at ?? .distantPast, $1.id.description) < ($0.at ?? .distantPast, $0.id.description) }.map(\.id)
  }

  var finished: [PlayableID] { changed.filter(isFinished) }

  func isFinished(_ id: PlayableID) -> Bool { progress[id]?.isFinished == true }
  func isInProgress(_ id: PlayableID) -> Bool { progress[id].map { !$0.isFinished && $0.position > 0 } ?? false }

  /// - Parameters:
  ///   - known: the rows of changed items.
  ///   - next: the book to continue with after a finished one.
  func applied(
    to shelves: [HomeShelf], in library: String, known: [PlayableID: ShelfRow], next: [PlayableID: ShelfRow]
  ) -> [HomeShelf] {
    let audible = known.filter { $0.value.playable != nil }
    let began = changed.filter { isInProgress($0) && !hidden.contains($0) }.compactMap { audible[$0] }
    let ended = finished.compactMap { audible[$0] }
    let continued = finished.compactMap { next[$0] }.filter { $0.libraryId == library }
    var all = shelves
    for (id, rows) in [(ShelfID.continueListening, began), (.listenAgain, ended), (.continueSeries, continued)]
    where !rows.isEmpty && !all.contains(where: { $0.id == id }) {
      let kind: ShelfType = rows[0].kind == .episode ? .episode : .book
      all.append(with(HomeShelf(id: id, title: id.rawValue, rows: [])) { $0.type = kind })
    }
    return all.map { shelf in
      var shelf = shelf
      let before = shelf.rows.count
      switch shelf.id {
      case .continueListening:
        shelf.rows = Self.putting(began, before: shelf.rows) { stays(inProgress: $0) }
      case .continueReading: shelf.rows = shelf.rows.filter(stays(inProgress:))
      case .continueSeries: shelf.rows = Self.putting(continued, before: shelf.rows, where: stays(toContinue:))
      case .discover: shelf.rows = shelf.rows.filter { !isBegun($0) }
      case .listenAgain: shelf.rows = Self.putting(ended, before: shelf.rows, where: stays(finished:))
      case .readAgain: shelf.rows = shelf.rows.filter(stays(finished:))
      default: break
      }
      if let total = shelf.total { shelf.total = max(shelf.rows.count, total + shelf.rows.count - before) }
      return shelf
    }
  }

  /// The changed rows first, and the others in the server's order.
  private static func putting(
    _ new: [ShelfRow], before rows: [ShelfRow], where stays: (ShelfRow) -> Bool
  ) -> [ShelfRow] {
    let ids = Set(new.map(\.id))
    return (new + rows.filter { !ids.contains($0.id) }).filter(stays)
  }

  /// A restarted item is at its start, and not in progress any more.
  private func stays(inProgress row: ShelfRow) -> Bool {
    guard let id = row.playableID else { return true }
    if hidden.contains(id) || isFinished(id) { return false }
    return !(progress[id].map { $0.isPending && $0.position <= 0 } ?? false)
  }

  private func stays(finished row: ShelfRow) -> Bool {
    row.playableID.flatMap { progress[$0] }.map { $0.isFinished } ?? true
  }

  private func stays(toContinue row: ShelfRow) -> Bool {
    if row.seriesId.map(hiddenSeries.contains) == true { return false }
    return !isBegun(row)
  }

  private func isBegun(_ row: ShelfRow) -> Bool { row.playableID.map { isInProgress($0) || isFinished($0) } ?? false }
}
