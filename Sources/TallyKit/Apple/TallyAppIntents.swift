#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// A show of the watchlist that the user can choose in a shortcut.
  public struct TrackedShowEntity: AppEntity {
    let show: TMDBID
    private let title: String

    /// The show's number at TMDB.
    public var id: Int { show.rawValue }
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Show" }
    public static var defaultQuery: TrackedShowQuery { TrackedShowQuery() }
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(title)")
    }

    init(_ item: TrackedItem) { (show, title) = (item.id, item.title) }
  }

  /// Finds shows of the watchlist by id or by words, and suggests some. Every search fails until the app has added a ``TallyIntents`` to `AppDependencyManager`.
  public struct TrackedShowQuery: EntityStringQuery {
    @Dependency private var intents: TallyIntents

    public init() {}

    public func entities(for identifiers: [Int]) async throws -> [TrackedShowEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.items(of: identifiers.map { TMDBID($0) }).map { TrackedShowEntity($0) }
      }
    }

    public func suggestedEntities() async throws -> [TrackedShowEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.suggested().map { TrackedShowEntity($0) }
      }
    }

    public func entities(matching string: String) async throws -> [TrackedShowEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.matching(string).map { TrackedShowEntity($0) }
      }
    }
  }

  /// Marks the next episode of a show as watched, with ``TallyIntents/markNextWatched(_:)``.
  public struct MarkNextEpisodeWatchedIntent: AppIntent {
    public static let title: LocalizedStringResource = "Mark the Next Episode as Watched"
    public static let description: IntentDescription? = IntentDescription(
      "Marks the episode after the last watched one as watched.")

    /// The show, from the watchlist.
    @Parameter(title: "Show")
    public var show: TrackedShowEntity

    @Dependency private var intents: TallyIntents

    public init() {}

    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let id = show.show
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.markNextWatched(id)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// The intents of this package, for the app's own `AppIntentsPackage`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct TallyIntentsPackage: AppIntentsPackage {}
#endif
