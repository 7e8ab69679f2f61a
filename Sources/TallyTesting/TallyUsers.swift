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
    guard settings.isDevelopment else {
      return .refusal(403, "Forbidden", details: "User list access not allowed in production")
    }
    let newest = database.users.enumerated().sorted { one, other in
      (other.element.createdAt, one.offset) < (one.element.createdAt, other.offset)
    }
    return .data(["users": .array(newest.map { userJSON($0.element) }), "totalUsers": .count(newest.count)])
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
    // The real server turns values of every type into texts.
    let texts = values.map { $0.map { TallyJSON.spelled($0) } }
    let country = texts[0]?.uppercased()
    guard (country ?? "").fits(2), (texts[1] ?? "").fits(100), (texts[2] ?? "").fits(50),
      let index = database.users.firstIndex(where: { $0.id == call.account })
    else { return .refusal(500, "Failed to update user") }
    if let country { database.users[index].countryCode = country }
    if let name = texts[1] { database.users[index].displayName = name }
    if let zone = texts[2] { database.users[index].timezone = zone }
    let user = database.users[index]
    return .data([
      "id": .string(user.id), "email": .string(user.email), "display_name": .text(user.displayName),
      "country_code": .text(user.countryCode), "timezone": .text(user.timezone),
    ])
  }

  // MARK: Test users

  private mutating func createTestUser(_ call: TallyCall) -> HTTPResponse {
    guard call.body["displayName"].isTruthy, let email = call.body["email"], email.isTruthy else {
      return .refusal(400, "Display name and email are required")
    }
    if database.users.contains(where: { $0.email == TallyJSON.spelled(email) }) {
      return .refusal(400, "User with this email already exists")
    }
    guard let user = testUser(call.body) else {
      return .refusal(500, "Failed to create user", details: "Unknown error")
    }
    database.users.append(user)
    return .data(["user": userJSON(user), "message": "User created successfully"], status: 201)
  }

  /// Creates all test users or none: an e-mail that exists, or occurs twice, refuses all.
  private mutating func createTestUsers(_ call: TallyCall) -> HTTPResponse {
    guard let drafts = call.body["users"]?.array, !drafts.isEmpty else {
      return .refusal(400, "Users array is required")
    }
    if drafts.contains(.null) {
      let details: JSONValue = "Cannot read properties of null (reading 'email')"
      return .refusal(500, "Failed to bulk create users", details: details)
    }
    let users = drafts.compactMap { draft in
      testUser(draft).map { user in with(user) { $0.isTestUser = true } }
    }
    let emails = users.map(\.email) + database.users.map(\.email)
    guard users.count == drafts.count, Set(emails).count == emails.count else {
      return .refusal(500, "Failed to bulk create users", details: "Unknown error")
    }
    database.users += users
    return .data(
      [
        "users": .array(users.map(userJSON)), "count": .count(users.count),
        "message": .string("\(users.count) test users created successfully"),
      ], status: 201)
  }

  /// The row of a draft; nil without an e-mail, whose letter case is kept, and for texts that the columns cannot hold. Its empty password
  /// never matches.
  private mutating func testUser(_ draft: JSONValue) -> TallyUserRow? {
    guard let email = draft["email"], !email.isNull, !failures.databaseDown else { return nil }
    let name = draft["displayName"].flatMap { $0.isNull ? nil : TallyJSON.spelled($0) }
    let avatar = draft["avatarUrl"].isTruthy ? TallyJSON.spelled(draft["avatarUrl"]) : nil
    guard TallyJSON.spelled(email).fits(255), (name ?? "").fits(100), (avatar ?? "").fits(500) else { return nil }
    return TallyUserRow(
      id: random.uuid(), email: TallyJSON.spelled(email), displayName: name, countryCode: "US", avatarURL: avatar,
      isTestUser: draft["isTestUser"]?.bool ?? true, createdAt: stamp())
  }

  private mutating func deleteUser(_ call: TallyCall) -> HTTPResponse {
    guard let user = database.user(call.parameter("id")) else { return .refusal(404, "User not found") }
    guard user.isTestUser else { return .refusal(400, "Cannot delete non-test users") }
    database.users.removeAll { $0.id == user.id }
    database.userShows.removeAll { $0.userID == user.id }
    database.subscriptions.removeAll { $0.userID == user.id }
    database.progress[user.id] = nil
    for season in database.seasonRatings.keys { database.seasonRatings[season]?[user.id] = nil }
    return .data([
      "message": .string("User \"\(user.displayName ?? "null")\" deleted successfully"),
      "deletedUserId": .string(call.parameter("id")),
    ])
  }
}
