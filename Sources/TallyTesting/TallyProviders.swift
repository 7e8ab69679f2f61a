import MediaTesting

/// How the server merges the many names of a streaming service into one.
enum TallyProviders {
  private struct Parent {
    let id: Int
    let name: String
    let keywords: [String]
    let priority: Int
    var variants: [String] = []
  }

  private static let parents: [Parent] = [
    Parent(id: 8, name: "Netflix", keywords: ["netflix"], priority: 10),
    Parent(id: 119, name: "Amazon Prime Video", keywords: ["amazon", "prime"], priority: 10),
    Parent(id: 337, name: "Disney Plus", keywords: ["disney"], priority: 9),
    Parent(id: 384, name: "HBO Max", keywords: ["hbo", "max"], priority: 9, variants: ["hbo max amazon channel"]),
    Parent(id: 15, name: "Hulu", keywords: ["hulu"], priority: 8),
    Parent(id: 350, name: "Apple TV Plus", keywords: ["apple"], priority: 8),
    Parent(id: 531, name: "Paramount Plus", keywords: ["paramount"], priority: 7),
    Parent(
      id: 283, name: "Crunchyroll", keywords: ["crunchyroll"], priority: 6, variants: ["crunchyroll amazon channel"]),
    Parent(id: 386, name: "Peacock", keywords: ["peacock"], priority: 6),
    Parent(
      id: 37, name: "Showtime", keywords: ["showtime"], priority: 5,
      variants: ["showtime amazon channel", "paramount+ showtime"]),
    Parent(id: 43, name: "Starz", keywords: ["starz"], priority: 5, variants: ["starz amazon channel"]),
  ]

  private static func parent(of name: String) -> Parent? {
    let name = name.lowercased()
    return parents.first { $0.name.lowercased() == name } ?? parents.first { $0.variants.contains(name) }
      ?? parents.first { parent in parent.keywords.contains { name.contains($0) } }
  }

  /// One entry a service, the important ones first. The logo is that of the service itself where it is among them.
  static func merged(_ raw: [JSONValue]) -> [JSONValue] {
    struct Group {
      var id: Int
      var name: String
      var priority: Int
      var logo: String?
      var hasOwnLogo: Bool
    }
    var groups: [Group] = []
    for provider in raw {
      let name = provider["provider_name"]?.string ?? ""
      let parent = parent(of: name)
      let id = parent?.id ?? provider["provider_id"]?.int ?? 0
      let isItself = parent.map { $0.name == name || $0.id == provider["provider_id"]?.int } ?? true
      let logo = provider["logo_path"]?.string
      if let index = groups.firstIndex(where: { $0.id == id }) {
        if isItself, !groups[index].hasOwnLogo {
          groups[index].logo = logo
          groups[index].hasOwnLogo = true
        }
      } else {
        groups.append(
          Group(id: id, name: parent?.name ?? name, priority: parent?.priority ?? 0, logo: logo, hasOwnLogo: isItself))
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
