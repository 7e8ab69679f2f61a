#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// A video that the user can choose in a shortcut.
  public struct VideoEntity: AppEntity {
    private let title: String
    private let channel: String

    /// The video's id at YouTube.
    public let id: String
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Video" }
    public static var defaultQuery: VideoQuery { VideoQuery() }
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(title)", subtitle: "\(channel)")
    }

    init(_ row: HubSnapshot.Row) {
      (id, title, channel) = (row.id, row.video.title ?? row.id, row.channelTitle ?? "")
    }
  }

  /// Finds videos by id or by words, and suggests some. Every search fails until the app has added a ``HubIntents`` to `AppDependencyManager`.
  public struct VideoQuery: EntityStringQuery {
    @Dependency private var intents: HubIntents

    public init() {}

    public func entities(for identifiers: [String]) async throws -> [VideoEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(HubError) in
        try await intents.rows(of: identifiers).map { VideoEntity($0) }
      }
    }

    public func suggestedEntities() async throws -> [VideoEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(HubError) in
        try await intents.suggested().map { VideoEntity($0) }
      }
    }

    public func entities(matching string: String) async throws -> [VideoEntity] {
      let intents = intents
      return try await spoken(intents.texts) { () async throws(HubError) in
        try await intents.matching(string).map { VideoEntity($0) }
      }
    }
  }

  /// Marks a video as watched, with ``HubIntents/markWatched(_:)``.
  public struct MarkVideoWatchedIntent: AppIntent {
    public static let title: LocalizedStringResource = "Mark a Video as Watched"
    public static let description: IntentDescription? = IntentDescription("Marks a video as watched.")

    /// The video.
    @Parameter(title: "Video")
    public var video: VideoEntity

    @Dependency private var intents: HubIntents

    public init() {}

    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let id = video.id
      let reply = try await spoken(intents.texts) { () async throws(HubError) in
        try await intents.markWatched(id)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Runs an action of an intent, and rethrows its error with the sentence for the user.
  private func spoken<Value>(
    _ texts: Texts, isolation: isolated (any Actor)? = #isolation, _ action: () async throws(HubError) -> Value
  ) async throws(IntentFailure) -> Value {
    do throws(HubError) { return try await action() } catch { throw IntentFailure(error.text(texts)) }
  }

  /// The intents of this package, for the app's own `AppIntentsPackage`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct HubIntentsPackage: AppIntentsPackage {}
#endif
