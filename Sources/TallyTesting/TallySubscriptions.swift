import MediaTesting

// MARK: Subscriptions

extension TallyState {
  static let subscriptionRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/users/:id/subscriptions", .bearer) { $0.subscriptions($1) },
    TallyRoute("POST", "/api/users/:id/subscriptions", .bearerAnonymous) { $0.subscribe($1) },
    TallyRoute("PUT", "/api/users/:id/subscriptions/:subscription", .bearerAnonymous) { $0.changeSubscription($1) },
    TallyRoute("DELETE", "/api/users/:id/subscriptions/:subscription", .bearerAnonymous) { $0.unsubscribe($1) },
  ]

  private func subscriptions(_ call: TallyCall) -> HTTPResponse {
    let id = call.parameter("id")
    let failed = "Failed to retrieve user subscriptions"
    let asked = call.value("country") ?? ""
    if asked.array != nil { return .refusal(500, failed, details: "country.toUpperCase is not a function") }
    guard id == call.account else { return .refusal(403, "Forbidden: You can only access your own subscriptions.") }
    if failures.databaseDown { return .refusal(500, failed, details: "Unknown error") }
    let country = (asked.string.flatMap { $0.isEmpty ? nil : $0 } ?? storedCountry(of: id) ?? "US").uppercased()
    guard country.isCountryCode || asked.isTruthy else { return .refusal(500, failed, details: "Unknown error") }
    let rows = database.subscriptions.enumerated().filter { $0.element.userID == id }
      .sorted { ($1.element.createdAt, $0.offset) < ($0.element.createdAt, $1.offset) }.map(\.element)
    let listed = rows.map { row -> JSONValue in
      var json = row.json
      for key in ["user_id", "created_at", "updated_at"] { json[key] = nil }
      json["service"] = database.service(row.serviceID).map { serviceJSON($0, country: country) } ?? .null
      return json
    }
    return .data(["subscriptions": .array(listed), "totalActive": .count(rows.count { $0.isActive == true })])
  }

  private func serviceJSON(_ service: TallyServiceRow, country: String) -> JSONValue {
    let prices = service.prices.filter { $0.isActive && $0.country.uppercased() == country }.map { price in
      with(price) { $0.providerName = $0.providerName ?? service.name }
    }
    let best = prices.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    return service.json(prices, default: best?.element)
  }

  private mutating func subscribe(_ call: TallyCall) -> HTTPResponse {
    guard call.body["service_id"].isTruthy, let cost = call.body["monthly_cost"]?.double else {
      return .refusal(400, "service_id and monthly_cost are required")
    }
    let failed = HTTPResponse.refusal(500, "Failed to add subscription", details: "Unknown error")
    let active = call.body["is_active"] ?? true
    guard let user = database.user(call.parameter("id")), let price = cost.asPrice,
      let service = database.service(call.body["service_id"]?.string), active.isNull || active.bool != nil
    else { return failed }
    let moment = stamp()
    let tier = call.body["tier"]?.string
    let found = database.subscriptions.firstIndex { $0.userID == user.id && $0.serviceID == service.id }
    var row =
      found.map { database.subscriptions[$0] }
      ?? TallySubscriptionRow(
        id: random.uuid(), userID: user.id, serviceID: service.id, monthlyCost: price, startedDate: today,
        createdAt: moment, updatedAt: moment)
    // The real server keeps `endedDate`, even when the subscription becomes active again.
    (row.monthlyCost, row.tier, row.isActive, row.updatedAt) = (price, tier, active.bool, moment)
    if let found {
      database.subscriptions[found] = row
    } else {
      database.subscriptions.append(row)
    }
    let message = "Subscription \(found == nil ? "added" : "updated") successfully"
    return .data(["subscription": row.json, "message": .string(message)], status: found == nil ? 201 : 200)
  }

  private func indexOfSubscription(_ call: TallyCall) -> Int? {
    let id = call.parameter("subscription").lowercased()
    let user = call.parameter("id").lowercased()
    return database.subscriptions.firstIndex { $0.id == id && $0.userID == user }
  }

  private mutating func changeSubscription(_ call: TallyCall) -> HTTPResponse {
    let cost = call.body["monthly_cost"]?.double
    guard let index = indexOfSubscription(call), cost == nil || cost?.asPrice != nil else {
      return .refusal(500, "Failed to update subscription", details: "Unknown error")
    }
    let moment = stamp()
    if let price = cost?.asPrice { database.subscriptions[index].monthlyCost = price }
    if let active = call.body["is_active"]?.bool {
      database.subscriptions[index].isActive = active
      database.subscriptions[index].endedDate = active ? nil : today
    }
    if let tier = call.body["tier"]?.string { database.subscriptions[index].tier = tier }
    database.subscriptions[index].updatedAt = moment
    return .data(["subscription": database.subscriptions[index].json, "message": "Subscription updated successfully"])
  }

  private mutating func unsubscribe(_ call: TallyCall) -> HTTPResponse {
    let ids = [call.parameter("subscription"), call.parameter("id")]
    guard ids.allSatisfy(TallyJSON.isUUID), !failures.databaseDown else {
      return .refusal(500, "Failed to remove subscription", details: "Unknown error")
    }
    if let index = indexOfSubscription(call) { database.subscriptions.remove(at: index) }
    return .data(["message": "Subscription removed successfully"])
  }
}

extension TallyWorld.Price {
  /// The rank of the tier: the lowest is shown first.
  var rank: Int {
    let name = (tier ?? "").lowercased()
    if name.hasPrefix("standard") { return 1 }
    if name.contains("no ads") { return 2 }
    if name.contains("ads") { return 3 }
    return name.contains("premium") ? 4 : 9
  }

  var json: JSONValue {
    [
      "tier": .text(tier), "amount": .amount(amount), "currency": .text(currency),
      "billing_frequency": .string(billingFrequency ?? "monthly"), "active": .bool(isActive),
      "notes": .text(notes), "provider_name": .text(providerName),
    ]
  }
}
