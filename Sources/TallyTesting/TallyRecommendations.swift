import Foundation
import MediaTesting

// MARK: Hints on what to cancel and what to subscribe to, for the user of `x-user-id`

extension TallyState {
  static let recommendationRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/recommendations/cancel", .bearerAnonymous) { $0.cancelHints($1) },
    TallyRoute("GET", "/api/recommendations/subscribe", .bearerAnonymous) { $0.subscribeHints($1) },
    TallyRoute("GET", "/api/recommendations/optimization", .bearerAnonymous) { $0.optimization($1) },
    TallyRoute("GET", "/api/recommendations/calendar", .bearer) { $0.savingsCalendar($1) },
    TallyRoute("POST", "/api/recommendations/feedback", .bearer) { $0.feedback($1) },
    TallyRoute("GET", "/api/recommendations/savings-simulator", .bearer) { $0.savingsSimulator($1) },
  ]

  /// The price that the server assumes for every service.
  private static let price = 15.99

  private struct Use {
    var service: TallyServiceRow
    var shows = 0
    var watching = 0
    var watchlist = 0
    var completed = 0

    var isDone: Bool { watching == 0 && watchlist == 0 }
  }

  /// The services with shows of a user, in any country, those with most shows first. A service counts once per country. Dropped shows are
  /// ignored.
  private func uses(of user: String) -> [Use] {
    var uses: [Use] = []
    for entry in database.userShows where entry.userID == user.lowercased() && entry.status != "dropped" {
      for offer in database.show(entry.showID)?.availability ?? [] {
        guard let service = database.service(offer.serviceID) else { continue }
        let index = uses.firstIndex { $0.service.id == service.id } ?? uses.count
        if index == uses.count { uses.append(Use(service: service)) }
        uses[index].shows += 1
        switch entry.status {
        case "watching": uses[index].watching += 1
        case "watchlist": uses[index].watchlist += 1
        case "completed": uses[index].completed += 1
        default: break
        }
      }
    }
    return uses.enumerated().sorted { ($1.element.shows, $0.offset) < ($0.element.shows, $1.offset) }.map(\.element)
  }

  /// Advice with services to cancel before services to pause.
  private func cancelHints(_ call: TallyCall) -> HTTPResponse {
    let uses = uses(of: call.actingUser)
    let cancellations = uses.filter { $0.isDone && $0.completed > 0 }.map { use -> JSONValue in
      [
        "serviceId": .string(use.service.id), "serviceName": .string(use.service.name), "type": "cancel",
        "reason": "No active content - all shows completed", "showsCompleted": .count(use.completed),
        "potentialSavings": ["monthly": .number(Self.price), "annual": 191.88], "safeDate": instant(inDays: 7),
        "confidence": 0.9, "nextContent": .null,
      ]
    }
    let pauses = uses.filter { $0.watching == 0 && (1...2).contains($0.watchlist) }.map { use -> JSONValue in
      [
        "serviceId": .string(use.service.id), "serviceName": .string(use.service.name), "type": "pause",
        "reason": .string("Only \(use.watchlist) show(s) in watchlist"), "confidence": 0.7,
        "potentialSavings": ["monthly": .number(Self.price), "shortTerm": 47.97],
        "showsInWatchlist": .count(use.watchlist), "recommendation": "Consider pausing until you're ready to watch",
        "resumeWhen": "When you start watching your watchlist shows",
      ]
    }
    let hints = cancellations + pauses
    return .data([
      "recommendations": .array(hints), "totalPotentialSavings": .number(Self.price * Double(hints.count)),
      "servicesAnalyzed": .count(uses.count), "timestamp": timestamp,
    ])
  }

  private func subscribeHints(_ call: TallyCall) -> HTTPResponse {
    let user = call.actingUser.lowercased()
    let own = preferences(of: user)
    let waiting = database.userShows.count { $0.userID == user && $0.status == "watchlist" }
    let netflix: JSONValue = [
      "serviceName": "Netflix", "priority": "high", "reason": "Contains 3 shows from your watchlist",
      "monthlyPrice": .number(Self.price), "shows": ["Stranger Things", "The Crown", "Ozark"],
      "startDate": .string(TallyTime.instant(now)), "estimatedValue": 8.5, "confidence": 0.85,
    ]
    let hbo: JSONValue = [
      "serviceName": "HBO Max", "priority": "medium", "reason": "High-rated shows matching your preferences",
      "monthlyPrice": 14.99, "shows": ["House of the Dragon", "The Last of Us"], "startDate": instant(inDays: 30),
      "estimatedValue": 7.8, "confidence": 0.72,
    ]
    return .data([
      "recommendations": [netflix, hbo], "timestamp": timestamp,
      "userPreferences": ["averageRatingThreshold": .number(own.threshold), "isGenerousRater": .bool(own.isGenerous)],
      "watchlistAnalysis": ["totalShows": .count(waiting), "servicesNeeded": 2],
    ])
  }

  private func optimization(_ call: TallyCall) -> HTTPResponse {
    let user = call.actingUser.lowercased()
    let uses = uses(of: user)
    let monthly = Double(uses.count) * Self.price
    // The real server's plan keeps at least one service, so the saving is negative for an account without services.
    let cost = max(Self.price, monthly - Self.price)
    let cancellations = uses.filter(\.isDone).map { use -> JSONValue in
      ["action": "cancel", "service": .string(use.service.name), "timing": "immediate", "reason": "No active content"]
    }
    let rotation: JSONValue = [
      "action": "rotate", "explanation": "Subscribe to services only when needed", "estimatedSavings": 47.97,
    ]
    var counts = countsByStatus(user).byStatus
    counts["dropped"] = nil
    return .data([
      "currentSituation": [
        "activeServices": .count(uses.count), "monthlyCost": .number(monthly),
        "annualCost": .number(monthly * 12), "utilization": counts,
      ],
      "optimizedPlan": [
        "recommendedServices": .count(max(1, uses.count - 1)), "estimatedMonthlyCost": .number(cost),
        "estimatedAnnualSavings": .number(min(191.88, (monthly - Self.price) * 12)),
        "actions": .array(cancellations + [rotation]),
      ],
      "timeline": [
        Self.step(1, "Cancel unused subscriptions", Self.price, "Remove services with no active content"),
        Self.step(2, "Continue with reduced services", Self.price, "Focus on shows you're actively watching"),
        Self.step(3, "Evaluate and rotate if needed", 0, "Assess if new content requires additional services"),
      ],
    ])
  }

  private static func step(_ month: Int, _ action: String, _ savings: Double, _ reasoning: String) -> JSONValue {
    ["month": .count(month), "action": .string(action), "savings": .number(savings), "reasoning": .string(reasoning)]
  }

  /// An invented calendar: Netflix is kept this month, then alternately paused and subscribed to.
  private func savingsCalendar(_ call: TallyCall) -> HTTPResponse {
    let asked = call.number("months", default: 6)
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let start = today
    let first = (Int(start.prefix(4)) ?? 0) * 12 + (Int(start.dropFirst(5).prefix(2)) ?? 1) - 1
    let months = (0..<max(0, asked)).map { offset -> JSONValue in
      let (year, month) = (first + offset).quotientAndRemainder(dividingBy: 12)
      let day = WireDay(year: year, month: month + 1, day: 1).text
      let isPaused = !offset.isMultiple(of: 2)
      return [
        "month": .string("\(day)T00:00:00.000Z"), "monthName": .string("\(names[month]) \(year)"),
        "recommendations": [Self.advice(offset)], "totalMonthlyCost": .number(isPaused ? Self.price : 31.98),
        "savings": .number(isPaused ? Self.price : 0),
      ]
    }
    let (costs, savings) = (
      months.compactMap { $0["totalMonthlyCost"]?.double }, months.compactMap { $0["savings"]?.double }
    )
    return .data([
      "calendar": .array(months), "timestamp": timestamp,
      "summary": [
        "totalMonths": .count(asked), "estimatedSavings": .number(savings.reduce(0, +)),
        "averageMonthlyCost": .number(costs.isEmpty ? 0 : costs.reduce(0, +) / Double(asked)),
      ],
    ])
  }

  private static func advice(_ offset: Int) -> JSONValue {
    if offset == 0 {
      return [
        "action": "keep", "service": "Netflix", "reason": "Currently watching shows", "shows": ["Ongoing shows"],
        "cost": .number(price),
      ]
    }
    if offset.isMultiple(of: 2) {
      return [
        "action": "subscribe", "service": "Netflix", "reason": "New season premieres", "shows": ["New season starts"],
        "cost": .number(price),
      ]
    }
    return ["action": "pause", "service": "Netflix", "reason": "No new content", "shows": [], "cost": 0]
  }

  private func feedback(_ call: TallyCall) -> HTTPResponse {
    guard let id = call.body["recommendationId"], id.isTruthy, let action = call.body["action"]?.string,
      ["accepted", "rejected", "modified"].contains(action)
    else { return .refusal(400, "Valid recommendationId and action (accepted/rejected/modified) required") }
    return .data(["message": "Feedback recorded successfully", "recommendationId": id, "action": .string(action)])
  }

  private func savingsSimulator(_ call: TallyCall) -> HTTPResponse {
    let aggressive = Self.strategy(
      "Aggressive Optimization", "Cancel all unused services immediately", 47.97, 575.64, "low", "minimal")
    let rotation = Self.strategy(
      "Rotation Strategy", "Subscribe only when actively watching", 23.98, 287.76, "minimal", "moderate")
    let bundle = Self.strategy("Bundle Consolidation", "Switch to service bundles", 15.99, 191.88, "minimal", "low")
    return .data([
      "strategies": [aggressive, rotation, bundle], "timestamp": timestamp,
      "recommendations": ["topStrategy": aggressive, "balancedStrategy": rotation],
    ])
  }

  private static func strategy(
    _ name: String, _ description: String, _ monthly: Double, _ annual: Double, _ risk: String, _ effort: String
  ) -> JSONValue {
    [
      "name": .string(name), "description": .string(description), "monthlySavings": .number(monthly),
      "annualSavings": .number(annual), "riskLevel": .string(risk), "effort": .string(effort),
    ]
  }
}
