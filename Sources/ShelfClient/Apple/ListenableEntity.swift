#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    import AppleFoundation
  #else
    import Foundation
  #endif

  /// A book or an episode that the user can choose in a shortcut.
  public struct ListenableEntity: AppEntity {
    let playable: PlayableID
    private let title: String
    private let author: String

    /// ``PlayableID/description`` of the book or episode.
    public var id: String { playable.description }
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Book or Episode" }
    public static var defaultQuery: ListenableQuery { ListenableQuery() }
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(title)", subtitle: "\(author)")
    }

    init(_ entry: QueueEntry) {
      (playable, title, author) = (entry.id, entry.title, entry.author)
    }
  }

  /// Finds books and episodes by id or by words, and suggests some. Every search fails until the app has added a ``ShelfIntents`` to `AppDependencyManager`.
  public struct ListenableQuery: EntityStringQuery {
    @Dependency private var intents: ShelfIntents

    public init() {}

    public func entities(for identifiers: [String]) async throws -> [ListenableEntity] {
      let ids = identifiers.compactMap { PlayableID($0) }
      return try await find { (catalog) async throws(ClientError) in try await catalog.entries(of: ids) }
    }

    public func suggestedEntities() async throws -> [ListenableEntity] {
      try await find { (catalog) async throws(ClientError) in try await catalog.suggested() }
    }

    public func entities(matching string: String) async throws -> [ListenableEntity] {
      try await find { (catalog) async throws(ClientError) in try await catalog.matching(string) }
    }

    private func find(
      _ read: (ListeningCatalog) async throws(ClientError) -> [QueueEntry]
    ) async throws -> [ListenableEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        try await read(intents.catalog).map { ListenableEntity($0) }
      }
    }
  }
#endif
