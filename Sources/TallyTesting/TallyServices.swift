import Foundation
import MediaTesting

// MARK: Streaming services

extension TallyState {
  /// The routes of services. The path with an id comes first, so `popular` and `regions` are taken for ids.
  static let serviceRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/streaming-services") { $0.services($1) },
    TallyRoute("GET", "/api/streaming-services/:id") { $0.service($1) },
    TallyRoute("POST", "/api/streaming-services/backfill") { $0.backfill($1) },
  ]

  /// The country that a user has stored, which can be any text of at most two characters; nil without one.
  func storedCountry(of user: String) -> String? { database.user(user)?.countryCode.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns all services, each with its tiers of all countries: the server ignores the country of the request. If the query has no
  /// country, the request fails for a user whose stored country is not two letters.
  private func services(_ call: TallyCall) -> HTTPResponse {
    let failed = HTTPResponse.refusal(500, "Failed to retrieve streaming services", details: "Unknown error")
    if failures.databaseDown { return failed }
    let isAsked = call.value("country")?.isTruthy == true
    if !isAsked, storedCountry(of: call.account)?.isCountryCode == false { return failed }
    let sorted = database.services.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    let listed = sorted.map { service -> JSONValue in
      var prices = service.prices
      if prices.isEmpty { prices = [TallyWorld.Price(country: "", tier: "Standard", amount: nil, currency: nil)] }
      let ranked = prices.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      let tiers = ranked.map { _, price in
        var price = price
        price.providerName = price.providerName ?? service.name
        return price
      }
      return service.json(tiers, default: tiers.first { $0.isActive })
    }
    return .data(["services": .array(listed), "count": .count(listed.count)])
  }

  private func service(_ call: TallyCall) -> HTTPResponse {
    guard let service = database.service(call.parameter("id")) else {
      return .refusal(500, "Failed to retrieve streaming service", details: "Unknown error")
    }
    return .data([
      "service": [
        "id": .string(service.id), "name": .string(service.name), "logo_path": .text(service.logoPath),
        "homepage": .text(service.homepage),
      ]
    ])
  }

  private func backfill(_ call: TallyCall) -> HTTPResponse {
    if let regions = call.body["regions"] {
      guard let list = regions.array, !list.isEmpty else {
        return .refusal(400, "Regions must be a non-empty array of country codes")
      }
      for region in list where region.string?.utf16.count != 2 {
        let shown = TallyJSON.spelled(region)
        return .refusal(400, "Invalid region code: \(shown). Must be 2-letter country codes (e.g., 'US', 'GB')")
      }
    }
    // The real server imports TMDB's list of services here. The fake has no such list, so it answers as when TMDB cannot be reached.
    let problem: JSONValue =
      failures.tmdbUnconfigured ? "TMDB service is not available" : "No providers found from TMDB"
    var body: JSONValue = ["success": false, "error": "Backfill completed with errors", "details": [problem]]
    body["data"] = ["totalFetched": 0, "newProviders": 0, "updatedProviders": 0, "processedCount": 0]
    return .json(body, status: 500)
  }

  /// The service that a chosen provider means: by its TMDB id, by its name, or a new one.
  mutating func resolveService(_ provider: JSONValue) -> TallyServiceRow? {
    guard let id = provider["id"]?.int ?? provider["id"]?.string.flatMap({ Int($0) }),
      let name = provider["name"]?.string
    else { return nil }
    if let known = database.services.first(where: { $0.tmdbProviderID == id })
      ?? database.services.first(where: { $0.name.lowercased() == name.lowercased() })
    {
      return known
    }
    guard name.fits(100) else { return nil }
    // If the address is absolute, store its path, including TMDB's size. If the address is relative, store no path.
    let logo = (provider["logo_path"]?.string).flatMap { URL(string: $0) }
    let path = logo?.scheme == nil ? nil : logo?.path
    let service = TallyServiceRow(id: random.uuid(), tmdbProviderID: id, name: name, logoPath: path)
    database.services.append(service)
    return service
  }
}

extension String {
  /// Whether the text is two letters from A to Z, as the server needs it.
  var isCountryCode: Bool { count == 2 && allSatisfy { $0.isASCII && $0.isLetter } }
}
