import MediaTesting

/// Copying and moving between lists, one by one and many at once.
enum VaultTransfers {
  static let routes = [
    VaultRoute("POST", "/api/lists/:source_list_id/items/:item_id/copy", for: .user, body: true, copy),
    VaultRoute("POST", "/api/lists/:source_list_id/items/:item_id/move", for: .user, body: true, move),
    VaultRoute("POST", "/api/lists/bulk-operation", for: .user, body: true, bulk),
  ]

  private static func target(
    _ target: Int, from source: Int, _ call: VaultCall, _ state: VaultState
  ) throws -> VaultListRow {
    let source = try state.list(source, "Source list not found")
    try state.checkAccess(to: source, call.userID, "Access denied to source list")
    let target = try state.list(target, "Target list not found")
    guard target.userID == call.userID || state.share(of: target.id, with: call.userID)?.permission == "edit" else {
      throw VaultFailure.detail(403, "Access denied to target list")
    }
    return target
  }

  private static func row(_ type: String, _ itemID: Int, in listID: Int, _ state: VaultState) -> VaultItemRow? {
    state.db.items.first { $0.listID == listID && $0.type == type && $0.itemID == itemID }
  }

  /// The kinds and ids that a title stands for: a series for itself and its episodes, a collection for the caller's films
  /// of it and not for itself.
  private static func parts(
    _ type: String, _ id: Int, _ call: VaultCall, _ state: VaultState
  ) -> [(type: String, id: Int)] {
    switch type {
    case "series": [(type, id)] + state.db.episodes(of: id).map { ("episode", $0.id) }
    case "collection":
      state.db.movies.filter { $0.collectionID == id && $0.userID == call.userID }.map { ("movie", $0.id) }
    default: [(type, id)]
    }
  }

  /// The answer to a transfer of one title, or of many at once. The message about many counts the duplicates of a move twice.
  private static func result(
    _ step: String, _ target: VaultListRow, _ counts: (written: Int, duplicates: Int), isBulk: Bool = false
  ) -> HTTPResponse {
    let isMove = step == "moved"
    let affected = counts.written + (isMove ? counts.duplicates : 0)
    let skipped = "(\(counts.duplicates) duplicate(s) \(isMove && !isBulk ? "removed from source" : "skipped"))"
    let end = counts.duplicates > 0 ? " " + skipped : isBulk ? "" : " successfully"
    let shown = isBulk ? affected : counts.written
    let answer: JSONValue = [
      "success": true, "message": .string("\(shown) item(s) \(step) to '\(target.name)'\(end)"),
      "items_affected": .count(affected),
    ]
    return VaultJSON.answer(
      answer.with(
        isBulk
          ? ["duplicates_skipped": .count(counts.duplicates), "errors": []]
          : ["duplicate": .bool(counts.duplicates > 0)]))
  }

  // MARK: One

  private typealias Single = (source: Int, target: VaultListRow, row: VaultItemRow, preserving: Bool)

  private static func single(_ call: VaultCall, _ state: VaultState, hasMetadata: Bool) throws -> Single {
    let (source, itemID, targetID, type, preserving) = try VaultForm.read(call) {
      (
        $0.path("source_list_id"), $0.path("item_id"), $0.int("target_list_id"), $0.string("item_type"),
        hasMetadata ? $0.bool("preserve_metadata", default: true) : true
      )
    }
    let target = try target(targetID, from: source, call, state)
    guard ["movie", "series", "collection"].contains(type) else { throw VaultFailure.detail(400, "Invalid item type") }
    guard let row = row(type, itemID, in: source, state) else {
      throw VaultFailure.detail(404, "Item not found in source list")
    }
    return (source, target, row, preserving)
  }

  private static func copy(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let job = try single(call, state, hasMetadata: true)
    let titles = parts(job.row.type, job.row.itemID, call, state)
    var copied = 0
    for (type, id) in titles where row(type, id, in: job.target.id, state) == nil {
      let source = job.preserving ? row(type, id, in: job.source, state) : nil
      state.addItem(type, id, to: job.target.id, like: source)
      copied += 1
    }
    return result("copied", job.target, (copied, titles.count - copied))
  }

  /// A title that the target already has only leaves the source: a move onto the same list loses the row.
  private static func move(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let job = try single(call, state, hasMetadata: false)
    let rows = parts(job.row.type, job.row.itemID, call, state).compactMap {
      row($0.type, $0.id, in: job.source, state)
    }
    var moved = 0
    for source in rows {
      let isThere = row(source.type, source.itemID, in: job.target.id, state) != nil
      state.db.items.removeAll { $0.id == source.id }
      if isThere { continue }
      state.addItem(source.type, source.itemID, to: job.target.id, like: source)
      moved += 1
    }
    return result("moved", job.target, (moved, rows.count - moved))
  }

  // MARK: Many

  private static func bulk(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (operation, sourceID, targetID, items, preserving) = try VaultForm.read(call) { form in
      (
        form.string("operation"), form.int("source_list_id"), form.int("target_list_id"),
        form.objects("items") { (id: $0.int("item_id"), type: $0.string("item_type")) },
        form.bool("preserve_metadata", default: true)
      )
    }
    guard operation == "copy" || operation == "move" else {
      throw VaultFailure.detail(400, "Operation must be 'copy' or 'move'")
    }
    if items.isEmpty { throw VaultFailure.detail(400, "Items array cannot be empty") }
    let target = try target(targetID, from: sourceID, call, state)
    for item in items {
      guard ["movie", "series", "collection", "episode"].contains(item.type) else {
        throw VaultFailure.detail(400, "Invalid item type: \(item.type)")
      }
      if row(item.type, item.id, in: sourceID, state) == nil {
        throw VaultFailure.detail(404, "Item \(item.id) of type \(item.type) not found in source list")
      }
    }
    let rows = items.flatMap { parts($0.type, $0.id, call, state) }.compactMap { part in
      state.db.items.last { $0.listID == sourceID && $0.type == part.type && $0.itemID == part.id }
    }
    let isMove = operation == "move"
    // The real server looks for duplicates before it writes, so an item named twice is stored twice.
    let isThere = rows.map { row($0.type, $0.itemID, in: targetID, state) != nil }
    for (source, isThere) in zip(rows, isThere) {
      if isMove { state.db.items.removeAll { $0.id == source.id } }
      if isThere { continue }
      state.addItem(source.type, source.itemID, to: targetID, like: preserving || isMove ? source : nil)
    }
    let duplicates = isThere.count { $0 }
    return result(isMove ? "moved" : "copied", target, (rows.count - duplicates, duplicates), isBulk: true)
  }
}
