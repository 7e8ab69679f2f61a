import MediaTesting

/// Copying and moving between lists, one by one and many at once.
enum VaultTransfers {
  static let routes = [
    VaultRoute("POST", "/api/lists/:source_list_id/items/:item_id/copy", for: .user, body: true, copy),
    VaultRoute("POST", "/api/lists/:source_list_id/items/:item_id/move", for: .user, body: true, move),
    VaultRoute("POST", "/api/lists/bulk-operation", for: .user, body: true, bulk),
  ]

  /// A row to write to the target: a row of the source, or a hidden row that belongs to one.
  private struct Load {
    let type: String
    let itemID: Int
    var row: VaultItemRow?
  }

  private static func lists(
    _ source: Int, _ target: Int, _ call: VaultCall, _ state: VaultState
  ) throws -> (source: VaultListRow, target: VaultListRow) {
    let source = try state.list(source, "Source list not found")
    try state.checkAccess(to: source, call.userID, "Access denied to source list")
    let target = try state.list(target, "Target list not found")
    guard target.userID == call.userID || state.share(of: target.id, with: call.userID)?.permission == "edit" else {
      throw VaultFailure.detail(403, "Access denied to target list")
    }
    return (source, target)
  }

  private static func row(_ type: String, _ itemID: Int, in listID: Int, _ state: VaultState) -> VaultItemRow? {
    state.db.items.first { $0.listID == listID && $0.type == type && $0.itemID == itemID }
  }

  private static func write(_ load: Load, to listID: Int, preserving: Bool, _ state: inout VaultState) {
    let row = preserving ? load.row : nil
    state.addItem(
      load.type, load.itemID, to: listID, notes: row?.notes, watched: row?.watched ?? false,
      watchedBy: row?.watchedBy ?? "you")
  }

  /// The kinds and ids that belong to a row: a series has its episodes, a collection its films.
  private static func members(_ row: VaultItemRow, _ call: VaultCall, _ state: VaultState) -> [(String, Int)] {
    switch row.type {
    case "series": state.db.episodes(of: row.itemID).map { ("episode", $0.id) }
    case "collection":
      state.db.movies.filter { $0.collectionID == row.itemID && $0.userID == call.userID }.map { ("movie", $0.id) }
    default: []
    }
  }

  // MARK: One

  private struct Single {
    let source: VaultListRow
    let target: VaultListRow
    let row: VaultItemRow
    let preserving: Bool
  }

  private static func single(_ call: VaultCall, _ state: VaultState, hasMetadata: Bool) throws -> Single {
    var form = VaultForm(call)
    let sourceID = form.path("source_list_id")
    let itemID = form.path("item_id")
    form.object()
    let targetID = form.int("target_list_id")
    let type = form.string("item_type")
    let preserving = hasMetadata ? form.bool("preserve_metadata", default: true) : true
    try form.check()
    guard ["movie", "series", "collection"].contains(type) else {
      throw VaultFailure.detail(400, "Invalid item type")
    }
    let lists = try lists(sourceID, targetID, call, state)
    guard let row = row(type, itemID, in: sourceID, state) else {
      throw VaultFailure.detail(404, "Item not found in source list")
    }
    return Single(source: lists.source, target: lists.target, row: row, preserving: preserving)
  }

  private static func result(_ message: String, duplicates: Int, affected: Int) -> HTTPResponse {
    VaultJSON.answer([
      "success": true, "message": .string(message), "duplicate": .bool(duplicates > 0),
      "items_affected": .count(affected),
    ])
  }

  private static func copy(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let job = try single(call, state, hasMetadata: true)
    var loads = [Load(type: job.row.type, itemID: job.row.itemID, row: job.row)]
    for (type, id) in members(job.row, call, state) {
      loads.append(Load(type: type, itemID: id, row: row(type, id, in: job.source.id, state)))
    }
    var copied = 0
    for load in loads where row(load.type, load.itemID, in: job.target.id, state) == nil {
      write(load, to: job.target.id, preserving: job.preserving, &state)
      copied += 1
    }
    let duplicates = loads.count - copied
    let end = duplicates > 0 ? "(\(duplicates) duplicate(s) skipped)" : "successfully"
    return result("\(copied) item(s) copied to '\(job.target.name)' \(end)", duplicates: duplicates, affected: copied)
  }

  /// A title that the target already has only leaves the source: a move onto the same list loses the row.
  private static func move(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let job = try single(call, state, hasMetadata: false)
    let rows =
      [job.row] + members(job.row, call, state).compactMap { row($0.0, $0.1, in: job.source.id, state) }
    var moved = 0
    for source in rows {
      let isThere = row(source.type, source.itemID, in: job.target.id, state) != nil
      state.db.items.removeAll { $0.id == source.id }
      if isThere { continue }
      write(Load(type: source.type, itemID: source.itemID, row: source), to: job.target.id, preserving: true, &state)
      moved += 1
    }
    let duplicates = rows.count - moved
    let end = duplicates > 0 ? "(\(duplicates) duplicate(s) removed from source)" : "successfully"
    return result("\(moved) item(s) moved to '\(job.target.name)' \(end)", duplicates: duplicates, affected: rows.count)
  }

  // MARK: Many

  private static func bulk(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    form.object()
    let operation = form.string("operation")
    let sourceID = form.int("source_list_id")
    let targetID = form.int("target_list_id")
    let items = form.objects("items") { (id: $0.int("item_id"), type: $0.string("item_type")) }
    let preserving = form.bool("preserve_metadata", default: true)
    try form.check()
    guard operation == "copy" || operation == "move" else {
      throw VaultFailure.detail(400, "Operation must be 'copy' or 'move'")
    }
    if items.isEmpty { throw VaultFailure.detail(400, "Items array cannot be empty") }
    for item in items where !["movie", "series", "collection", "episode"].contains(item.type) {
      throw VaultFailure.detail(400, "Invalid item type: \(item.type)")
    }
    let lists = try lists(sourceID, targetID, call, state)
    let rows = try items.map { item in
      guard let row = row(item.type, item.id, in: sourceID, state) else {
        throw VaultFailure.detail(404, "Item \(item.id) of type \(item.type) not found in source list")
      }
      return row
    }
    // Duplicates are searched for before any row is written: an item that is named twice is stored twice.
    let isThere = rows.map { row($0.type, $0.itemID, in: targetID, state) != nil }
    for (source, isThere) in zip(rows, isThere) {
      if operation == "move" { state.db.items.removeAll { $0.id == source.id } }
      if isThere { continue }
      let load = Load(type: source.type, itemID: source.itemID, row: source)
      write(load, to: targetID, preserving: preserving || operation == "move", &state)
    }
    let duplicates = isThere.count { $0 }
    let written = rows.count - duplicates
    let isMove = operation == "move"
    var message = "\(written) item(s) \(isMove ? "moved" : "copied") to '\(lists.target.name)'"
    if duplicates > 0 { message += " (\(duplicates) duplicate(s) \(isMove ? "removed from source" : "skipped"))" }
    return VaultJSON.answer([
      "success": true, "message": .string(message),
      "items_affected": .count(isMove ? rows.count : written), "duplicates_skipped": .count(duplicates),
      "errors": [],
    ])
  }
}
