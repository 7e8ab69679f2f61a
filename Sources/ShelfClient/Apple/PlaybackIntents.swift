#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// Plays the unfinished item that the account has listened to last, with ``ShelfIntents/resume()``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct ResumeListeningIntent: AudioPlaybackIntent {
    public static let title: LocalizedStringResource = "Resume Listening"
    public static let description: IntentDescription? = IntentDescription(
      "Plays what you listened to last, on any device.")

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.resume()
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Plays the newest unfinished episode, with ``ShelfIntents/playLatest()``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct PlayLatestEpisodeIntent: AudioPlaybackIntent {
    public static let title: LocalizedStringResource = "Play the Newest Episode"
    public static let description: IntentDescription? = IntentDescription("Plays the newest unfinished episode.")

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.playLatest()
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Plays the book or episode that the user has chosen, with ``ShelfIntents/play(_:)``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct PlayListenableIntent: AudioPlaybackIntent {
    public static let title: LocalizedStringResource = "Play a Book or Episode"
    public static let description: IntentDescription? = IntentDescription(
      "Plays a book or an episode where you left it.")

    /// The book or episode to play.
    @Parameter(title: "Book or Episode")
    public var item: ListenableEntity

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let id = item.playable
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.play(id)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Skips forward in the open item, with ``ShelfIntents/skipForward(by:)``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct SkipForwardIntent: AudioPlaybackIntent {
    public static let title: LocalizedStringResource = "Skip Forward"
    public static let description: IntentDescription? = IntentDescription("Skips forward in what plays.")

    /// The number of seconds; nil for the user's setting in the app.
    @Parameter(title: "Seconds", inclusiveRange: (1, 86_400))
    public var seconds: Int?

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let seconds = seconds.map(Double.init)
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try intents.skipForward(by: seconds)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Skips backward in the open item, with ``ShelfIntents/skipBackward(by:)``.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct SkipBackwardIntent: AudioPlaybackIntent {
    public static let title: LocalizedStringResource = "Skip Backward"
    public static let description: IntentDescription? = IntentDescription("Skips backward in what plays.")

    /// The number of seconds; nil for the user's setting in the app.
    @Parameter(title: "Seconds", inclusiveRange: (1, 86_400))
    public var seconds: Int?

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let seconds = seconds.map(Double.init)
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try intents.skipBackward(by: seconds)
      }
      return .result(dialog: reply.dialog)
    }
  }
#endif
