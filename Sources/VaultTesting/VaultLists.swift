import MediaTesting

/// The lists: the virtual personal one, own ones, and shared ones.
enum VaultLists {
  static let routes = [
    VaultRoute("GET", "/api/lists", for: .user, all),
    VaultRoute("POST", "/api/lists", for: .user, body: true, create),
    VaultRoute("GET", "/api/lists/test", for: .user) { _, _ in VaultJSON.message("Lists API is working") },
    VaultRoute("PUT", "/api/lists/:list_id", for: .user, body: true, update),
    VaultRoute("DELETE", "/api/lists/:list_id", for: .user) { call, state in
      let list = try state.ownList(call.id("list_id"), of: call.userID)
      state.db.lists.change(list.id) { $0.isActive = false }
      return VaultJSON.message("List deleted successfully")
    },
    VaultRoute("POST", "/api/lists/:list_id/share", for: .user, body: true, share),
    // Lets a guest leave a list. No route lets the owner withdraw a share.
    VaultRoute("DELETE", "/api/lists/:list_id/unshare", for: .user) { call, state in
      let id = try call.id("list_id")
      let share = try state.share(of: id, with: call.userID).found(or: "Shared list")
      state.db.shares.removeAll { $0.id == share.id }
      return VaultJSON.message("Shared list access removed successfully")
    },
    VaultRoute("GET", "/api/lists/:source_list_id/available-targets", for: .user, targets),
  ]

  static let standardColor = "#007AFF"
  static let standardIcon = "📋"

  private static func all(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let user = try state.user(of: call)
    var lists: [JSONValue] = [
      [
        "id": "personal", "name": "My Watchlist", "description": "Your personal watchlist", "type": "personal",
        "color": .string(standardColor), "icon": "📱", "is_active": true,
        "item_count": .count(VaultWatchlist.waiting(user.id, state)),
        "created_at": .string(state.stamp().zoned), "owner": .string(user.username),
      ]
    ]
    for list in state.db.lists where list.isActive && list.userID == user.id {
      lists.append(entry(list, "custom", waiting(list, state), state))
    }
    for share in state.db.shares where share.userID == user.id {
      guard let list = try? state.list(share.listID) else { continue }
      let value = entry(list, "shared", state.items(in: list.id).count, state)
      lists.append(value.with(["permission": .string(share.permission)]))
    }
    return VaultJSON.answer(["lists": .array(lists)])
  }

  /// A list as the database's own text shows it: 1 for true, a blank inside the time.
  private static func entry(_ list: VaultListRow, _ type: String, _ count: Int, _ state: VaultState) -> JSONValue {
    let icon = list.icon.isEmpty ? type == "shared" ? "🔗" : standardIcon : list.icon
    return basics(list, type).with([
      "color": .string(list.color.isEmpty ? standardColor : list.color), "icon": .string(icon), "is_active": 1,
      "item_count": .count(count), "created_at": .string(list.createdAt.spaced),
      "owner": .text(state.db.user(list.userID)?.username),
    ])
  }

  private static func basics(_ list: VaultListRow, _ type: String = "custom") -> JSONValue {
    [
      "id": .count(list.id), "name": .string(list.name), "description": .text(list.description),
      "type": .string(type), "color": .string(list.color), "icon": .string(list.icon), "is_active": true,
      "created_at": .string(list.createdAt.iso),
    ]
  }

  /// The count of an own list: unwatched rows whose film or series is the owner's, and every collection row.
  private static func waiting(_ list: VaultListRow, _ state: VaultState) -> Int {
    state.items(in: list.id).count { item in
      switch item.type {
      case "movie": !item.watched && (try? state.movieIndex(item.itemID, of: list.userID)) != nil
      case "series": !item.watched && (try? state.seriesIndex(item.itemID, of: list.userID)) != nil
      case "collection": true
      default: false
      }
    }
  }

  private static func create(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (name, description, color, icon) = try VaultForm.read(call) {
      (
        $0.string("name"), $0.optionalString("description"), $0.optionalString("color") ?? "",
        $0.optionalString("icon") ?? ""
      )
    }
    let user = try state.user(of: call)
    if state.db.lists.contains(where: { $0.isActive && $0.userID == user.id && $0.name == name }) {
      throw VaultFailure.detail(400, "A list with this name already exists")
    }
    let now = state.stamp()
    let list = VaultListRow(
      id: state.db.lists.nextID, userID: user.id, name: name, description: description,
      color: color.isEmpty ? standardColor : color, icon: icon.isEmpty ? standardIcon : icon, createdAt: now,
      updatedAt: now)
    state.db.lists.append(list)
    return VaultJSON.answer(basics(list).with(["item_count": 0, "owner": .string(user.username)]))
  }

  private static func update(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, name, description, color, icon) = try VaultForm.read(call) {
      (
        $0.path("list_id"), $0.optionalString("name"), $0.optionalString("description"), $0.optionalString("color"),
        $0.optionalString("icon")
      )
    }
    var list = try state.ownList(id, of: call.userID)
    list.name = name ?? list.name
    list.description = description ?? list.description
    list.color = color ?? list.color
    list.icon = icon ?? list.icon
    list.updatedAt = state.stamp()
    state.db.lists.change(id) { $0 = list }
    return VaultJSON.answer(basics(list).with(["updated_at": .string(list.updatedAt.iso)]))
  }

  // MARK: Sharing

  private static func share(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, body) = try VaultForm.read(call) { ($0.path("list_id"), $0.dictionary()) }
    guard let given = body["username"], given.isTruthy else {
      throw VaultFailure.detail(400, "Username is required")
    }
    let username = given.string ?? given.int.map { String($0) } ?? "True"
    let permission = body["permission"] ?? "view"
    guard let permission = permission.string, ["view", "edit"].contains(permission) else {
      throw VaultFailure.detail(400, "Permission must be 'view' or 'edit'")
    }
    let list = try state.ownList(id, of: call.userID, "List not found or you don't have permission to share it")
    guard let guest = state.db.user(named: username) else {
      throw VaultFailure.detail(404, "User '\(username)' not found")
    }
    guard guest.id != call.userID else { throw VaultFailure.detail(400, "Cannot share list with yourself") }
    guard state.share(of: list.id, with: guest.id) == nil else {
      throw VaultFailure.detail(500, #"Failed to share list: "ListPermission" object has no field "updated_at""#)
    }
    state.db.shares.append(
      VaultShareRow(id: state.db.shares.nextID, listID: list.id, userID: guest.id, permission: permission))
    return VaultJSON.message("List shared successfully with \(username)")
  }

  // MARK: Targets

  private static func targets(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, page, size) = try VaultForm.read(call) {
      (
        $0.path("source_list_id"), $0.queryInt("page", default: 1, from: 1),
        $0.queryInt("page_size", default: 50, from: 1, to: 100)
      )
    }
    let source = try state.list(id, "Source list not found")
    try state.checkAccess(to: source, call.userID, "Access denied to source list")
    let targets = state.db.lists.filter { list in
      list.isActive && list.id != id
        && (list.userID == call.userID || state.share(of: list.id, with: call.userID)?.permission == "edit")
    }.sorted { a, b in
      // Sort by time of change, newest first. At the same time, the user's own lists come first, then lists with lower ids.
      (b.updatedAt.micros, a.userID == call.userID ? 0 : 1, a.id)
        < (a.updatedAt.micros, b.userID == call.userID ? 0 : 1, b.id)
    }
    let pages = (targets.count + size - 1) / size
    let (skipped, tooFar) = (page - 1).multipliedReportingOverflow(by: size)
    let shown = tooFar ? [] : Array(targets.dropFirst(skipped).prefix(size))
    let rows = shown.map { list in
      entry(list, list.userID == call.userID ? "custom" : "shared", state.items(in: list.id).count, state)
        .only("id", "name", "icon", "color", "item_count")
    }
    return VaultJSON.answer([
      "lists": .array(rows),
      "pagination": [
        "page": .count(page), "page_size": .count(size), "total_lists": .count(targets.count),
        "total_pages": .count(pages), "has_more": .bool(page < pages),
      ],
    ])
  }
}
