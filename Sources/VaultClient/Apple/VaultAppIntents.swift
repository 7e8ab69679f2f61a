#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// A title of the library that the user can choose in a shortcut.
  public struct LibraryTitleEntity: AppEntity {
    let reference: TitleReference
    private let title: String
    private let scope: String

    /// An id of the title that no other server and no other account uses for another title.
    public var id: String { "\(scope)/\(reference)" }
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Title" }
    public static var defaultQuery: LibraryTitleQuery { LibraryTitleQuery() }
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(title)")
    }

    init(_ entry: LibraryEntry, in scope: String) {
      (reference, title, self.scope) = (entry.reference, entry.title, scope)
    }
  }

  /// Finds titles of the library by id or by words, and suggests some. Every search fails until the app has added a ``VaultIntents`` to `AppDependencyManager`.
  public struct LibraryTitleQuery: EntityStringQuery {
    @Dependency private var intents: VaultIntents

    public init() {}

    public func entities(for identifiers: [String]) async throws -> [LibraryTitleEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        let scope = try await intents.scope()
        return try await intents.entries(of: try await intents.titles(kept: identifiers)).map {
          LibraryTitleEntity($0, in: scope)
        }
      }
    }

    public func suggestedEntities() async throws -> [LibraryTitleEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        let scope = try await intents.scope()
        return try await intents.suggested().map { LibraryTitleEntity($0, in: scope) }
      }
    }

    public func entities(matching string: String) async throws -> [LibraryTitleEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        let scope = try await intents.scope()
        return try await intents.matching(string).map { LibraryTitleEntity($0, in: scope) }
      }
    }
  }

  /// A title of the server's catalogue that the user can choose in a shortcut.
  public struct CatalogueTitleEntity: AppEntity {
    let result: SearchResult

    /// The id at IMDb or TMDB, the kind and the title, as one text.
    public var id: String { result.reference }
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Title to Add" }
    public static var defaultQuery: CatalogueTitleQuery { CatalogueTitleQuery() }
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(result.title)", subtitle: "\(result.releaseDate?.rawValue ?? "")")
    }

    init(_ result: SearchResult) { self.result = result }
  }

  /// Finds titles of the server's catalogue by words; there are no suggestions. The app has to add a ``VaultIntents`` to `AppDependencyManager`.
  public struct CatalogueTitleQuery: EntityStringQuery {
    @Dependency private var intents: VaultIntents

    public init() {}

    public func entities(for identifiers: [String]) async throws -> [CatalogueTitleEntity] {
      identifiers.compactMap { SearchResult(reference: $0) }.map { CatalogueTitleEntity($0) }
    }

    public func suggestedEntities() async throws -> [CatalogueTitleEntity] {
      []
    }

    public func entities(matching string: String) async throws -> [CatalogueTitleEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.catalogue(string).map { CatalogueTitleEntity($0) }
      }
    }
  }

  /// Marks a title of the library as watched, with ``VaultIntents/markWatched(_:)``.
  public struct MarkTitleWatchedIntent: AppIntent {
    public static let title: LocalizedStringResource = "Mark a Title as Watched"
    public static let description: IntentDescription? = IntentDescription(
      "Marks a film, a series or a collection as watched.")

    /// The title, from the library.
    @Parameter(title: "Title")
    public var title: LibraryTitleEntity

    @Dependency private var intents: VaultIntents

    public init() {}

    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let reference = title.reference
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.markWatched(reference)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Adds a title of the server's catalogue to the watchlist, with ``VaultIntents/add(_:)``.
  public struct AddTitleIntent: AppIntent {
    public static let title: LocalizedStringResource = "Add a Title"
    public static let description: IntentDescription? = IntentDescription("Adds a film or a series to the watchlist.")

    /// The title, from the server's catalogue.
    @Parameter(title: "Title")
    public var title: CatalogueTitleEntity

    @Dependency private var intents: VaultIntents

    public init() {}

    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let result = title.result
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.add(result)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// The intents of this package, for the app's own `AppIntentsPackage`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct VaultIntentsPackage: AppIntentsPackage {}
#endif
