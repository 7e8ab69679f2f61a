import MediaTesting

/// Merges the variants of a streaming service into one, as the server does.
enum TallyProviders {
  private typealias Parent = (id: Int, name: String, keywords: [String], priority: Int, variants: [String])

  private static let parents: [Parent] = [
    (8, "Netflix", ["netflix"], 10, []),
    (119, "Amazon Prime Video", ["amazon", "prime"], 10, []),
    (337, "Disney Plus", ["disney"], 9, []),
    (384, "HBO Max", ["hbo", "max"], 9, ["hbo max amazon channel"]),
    (15, "Hulu", ["hulu"], 8, []),
    (350, "Apple TV Plus", ["apple"], 8, []),
    (531, "Paramount Plus", ["paramount"], 7, []),
    (283, "Crunchyroll", ["crunchyroll"], 6, ["crunchyroll amazon channel"]),
    (386, "Peacock", ["peacock"], 6, []),
    (37, "Showtime", ["showtime"], 5, ["showtime amazon channel", "paramount+ showtime"]),
    (43, "Starz", ["starz"], 5, ["starz amazon channel"]),
  ]

  private static func parent(of name: String) -> Parent? {
    let name = name.lowercased()
    return parents.first { $0.name.lowercased() == name } ?? parents.first { $0.variants.contains(name) }
      ?? parents.first { parent in parent.keywords.contains { name.contains($0) } }
  }

  /// The merged subscription services of a country. The country is case-sensitive.
  static func offered(_ show: TallyTMDBShow, in country: JSONValue) -> [JSONValue] {
    let offers = (country.string.flatMap { show.providers[$0] } ?? []).map { provider in
      Offer(
        id: provider["provider_id"]?.int ?? 0, name: provider["provider_name"]?.string ?? "",
        logo: provider["logo_path"]?.string, type: "subscription")
    }
    return merged(offers).map { group in
      var json = group.json
      json["hasMultiplePlans"] = nil
      return json
    }
  }

  struct Offer {
    var id: Int
    var name: String
    /// The logo's path at TMDB.
    var logo: String?
    var type: String
    var hasMultiplePlans = false

    /// The provider in an answer. Every logo gets TMDB's host and size, also an absolute address.
    var json: JSONValue {
      let logo = logo.flatMap { $0.isEmpty ? nil : "https://image.tmdb.org/t/p/w92\($0)" } ?? ""
      return [
        "providerId": .count(id), "name": .string(name), "logo": .string(logo), "type": .string(type),
        "hasMultiplePlans": .bool(hasMultiplePlans),
      ]
    }
  }

  /// One entry per service, the important ones first. The logo is the parent service's own if that is among the offers.
  static func merged(_ offers: [Offer]) -> [Offer] {
    var groups: [(offer: Offer, priority: Int)] = []
    for offer in offers {
      let parent = parent(of: offer.name)
      let name = parent?.name ?? offer.name
      guard let index = groups.firstIndex(where: { $0.offer.name == name }) else {
        var first = offer
        (first.id, first.name) = (parent?.id ?? offer.id, name)
        groups.append((first, parent?.priority ?? 0))
        continue
      }
      guard let parent else {
        groups[index].offer = offer
        continue
      }
      groups[index].offer.hasMultiplePlans = true
      if offer.name == parent.name || offer.id == parent.id { groups[index].offer.logo = offer.logo }
    }
    return groups.sorted { ($1.priority, $0.offer.name) < ($0.priority, $1.offer.name) }.map(\.offer)
  }
}
