import MediaTesting

/// How the server merges the many names of a streaming service into one.
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

  /// One entry a service, the important ones first. The logo is that of the service itself where it is among them.
  static func merged(_ raw: [JSONValue]) -> [JSONValue] {
    var groups: [(id: Int, name: String, priority: Int, logo: String?, hasOwnLogo: Bool)] = []
    for provider in raw {
      let name = provider["provider_name"]?.string ?? ""
      let parent = parent(of: name)
      let id = parent?.id ?? provider["provider_id"]?.int ?? 0
      let isItself = parent.map { $0.name == name || $0.id == provider["provider_id"]?.int } ?? true
      let logo = provider["logo_path"]?.string
      if let index = groups.firstIndex(where: { $0.id == id }) {
        if isItself, !groups[index].hasOwnLogo { (groups[index].logo, groups[index].hasOwnLogo) = (logo, true) }
      } else {
        groups.append((id, parent?.name ?? name, parent?.priority ?? 0, logo, isItself))
      }
    }
    return groups.sorted { ($1.priority, $0.name) < ($0.priority, $1.name) }.map { group in
      [
        "providerId": .count(group.id), "name": .string(group.name),
        "logo": .string(TallyTMDB.image(group.logo, "w92") ?? ""), "type": "subscription",
      ]
    }
  }
}
