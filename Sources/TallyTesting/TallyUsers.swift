import MediaTesting

// MARK: The server's own table of users

extension TallyState {
  static let userRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/users") { state, _ in state.listUsers() },
    TallyRoute("POST", "/api/users", .bearer) { $0.createTestUser($1) },
    TallyRoute("POST", "/api/users/bulk-create", .bearer) { $0.createTestUsers($1) },
    TallyRoute("GET", "/api/users/:id/profile", .bearerAnonymous) { $0.profile($1) },
    TallyRoute("PUT", "/api/users/:id", .bearer) { $0.updateUser($1) },
    TallyRoute("DELETE", "/api/users/:id", .bearer) { $0.deleteUser($1) },
  ]

  private func listUsers() -> HTTPResponse {
    guard settings.isDevelopment else { return .refusal(403, "User listing is not available in production") }
    return .data(["users": .array(database.users.map(userJSON)), "totalUsers": .count(database.users.count)])
  }

  private func userJSON(_ user: TallyUserRow) -> JSONValue {
    [
      "id": .string(user.id), "email": .string(user.email), "display_name": .text(user.displayName),
      "avatar_url": .text(user.avatarURL), "is_test_user": .bool(user.isTestUser),
      "created_at": .string(user.createdAt),
    ]
  }

  /// The number of a user's entries in each of the four states; other states count only in the total.
  func countsByStatus(_ user: String) -> (total: Int, byStatus: JSONValue) {
    let entries = database.userShows.filter { $0.userID == user }
    let pairs = ["watchlist", "watching", "completed", "dropped"].map { status in
      (status, JSONValue.count(entries.count { $0.status == status }))
    }
    return (entries.count, .object(Dictionary(uniqueKeysWithValues: pairs)))
  }

  private func profile(_ call: TallyCall) -> HTTPResponse {
    guard let user = database.user(call.parameter("id")) else { return .refusal(404, "User not found") }
    let counts = countsByStatus(user.id)
    let active = database.subscriptions.count { $0.userID == user.id && $0.isActive == true }
    return .data([
      "user": userJSON(user), "activeSubscriptions": .count(active), "joinedDate": .string(user.createdAt),
      "stats": ["totalShows": .count(counts.total), "byStatus": counts.byStatus],
    ])
  }

  private mutating func updateUser(_ call: TallyCall) -> HTTPResponse {
    guard call.parameter("id") == call.account else { return .refusal(403, "Forbidden") }
    let values = [["countryCode", "country_code"], ["displayName", "display_name"], ["timezone"]].map { names in
      names.compactMap { call.body[$0] }.first { $0.isTruthy }
    }
    guard values.contains(where: { $0 != nil }) else { return .refusal(400, "No valid fields to update") }
    let isFit = values.allSatisfy { $0 == nil || $0?.string != nil }
    let country = values[0]?.string?.uppercased()
    guard isFit, (country ?? "").count <= 2, let index = database.users.firstIndex(where: { $0.id == call.account })
    else { return .refusal(500, "Failed to update user") }
    if let country { database.users[index].countryCode = country }
    if let name = values[1]?.string { database.users[index].displayName = name }
    if let zone = values[2]?.string { database.users[index].timezone = zone }
    let user = database.users[index]
    return .data([
      "id": .string(user.id), "email": .string(user.email), "display_name": .text(user.displayName),
      "country_code": .text(user.countryCode), "timezone": .text(user.timezone),
    ])
  }

  // MARK: Test users

  private mutating func createTestUser(_ call: TallyCall) -> HTTPResponse {
    guard let user = addTestUser(call.body) else { return .refusal(400, "Failed to create user") }
    return .data(["user": userJSON(user), "message": "User created successfully"], status: 201)
  }

  private mutating func createTestUsers(_ call: TallyCall) -> HTTPResponse {
    let wanted = call.body["users"]?.array ?? Array(repeating: [:], count: max(0, call.body["count"]?.int ?? 0))
    if wanted.isEmpty { return .refusal(400, "count is required") }
    let users = wanted.compactMap { addTestUser($0) }
    return .data(["users": .array(users.map(userJSON)), "totalCreated": .count(users.count)], status: 201)
  }

  private mutating func addTestUser(_ draft: JSONValue) -> TallyUserRow? {
    let id = random.uuid()
    let email = (draft["email"]?.string ?? "test-\(id.prefix(8))@example.org").lowercased()
    if database.users.contains(where: { $0.email == email }) { return nil }
    let name = draft["displayName"]?.string ?? draft["display_name"]?.string
    let user = TallyUserRow(id: id, email: email, displayName: name, isTestUser: true, createdAt: stamp())
    database.users.append(user)
    return user
  }

  private mutating func deleteUser(_ call: TallyCall) -> HTTPResponse {
    guard let user = database.user(call.parameter("id")) else { return .refusal(404, "User not found") }
    guard user.isTestUser else { return .refusal(400, "Can only delete test users") }
    database.users.removeAll { $0.id == user.id }
    database.userShows.removeAll { $0.userID == user.id }
    database.subscriptions.removeAll { $0.userID == user.id }
    database.progress[user.id] = nil
    for season in database.seasonRatings.keys { database.seasonRatings[season]?[user.id] = nil }
    return .data(["message": "User deleted successfully"])
  }
}
