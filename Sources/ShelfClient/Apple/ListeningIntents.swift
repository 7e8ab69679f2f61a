#if canImport(AppIntents)
  public import AppIntents
  import MediaCore

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// Sets a sleep timer for some minutes, with ``ShelfIntents/setSleepTimer(minutes:)``.
  public struct SetSleepTimerIntent: AppIntent {
    public static let title: LocalizedStringResource = "Set a Sleep Timer"
    public static let description: IntentDescription? = IntentDescription("Stops playing after some minutes.")

    /// The number of minutes of playing.
    @Parameter(title: "Minutes", default: 30, inclusiveRange: (1, 1_440))
    public var minutes: Int

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let minutes = minutes
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try intents.setSleepTimer(minutes: minutes)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Sets a sleep timer to the end of the chapter, with ``ShelfIntents/setSleepTimerToChapterEnd()``.
  public struct SleepAtChapterEndIntent: AppIntent {
    public static let title: LocalizedStringResource = "Sleep at the End of the Chapter"
    public static let description: IntentDescription? = IntentDescription("Stops playing at the end of the chapter.")

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try intents.setSleepTimerToChapterEnd()
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Adds a bookmark at the current position of the open book, with ``ShelfIntents/addBookmark()``.
  public struct AddBookmarkIntent: AppIntent {
    public static let title: LocalizedStringResource = "Add a Bookmark"
    public static let description: IntentDescription? = IntentDescription("Adds a bookmark where the book is now.")

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.addBookmark()
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// Marks a book or an episode as finished, with ``ShelfIntents/markFinished(_:)``.
  public struct MarkFinishedIntent: AppIntent {
    public static let title: LocalizedStringResource = "Mark as Finished"
    public static let description: IntentDescription? = IntentDescription("Marks a book or an episode as finished.")

    /// The book or episode; nil for the open one.
    @Parameter(title: "Book or Episode")
    public var item: ListenableEntity?

    @Dependency private var intents: ShelfIntents

    public init() {}

    @MainActor
    public func perform() async throws -> some IntentResult & ProvidesDialog {
      let intents = intents
      let id = item?.playable
      let reply = try await spoken(intents.texts) { () async throws(ClientError) in
        try await intents.markFinished(id)
      }
      return .result(dialog: reply.dialog)
    }
  }

  /// The intents of this package, for the app's own `AppIntentsPackage`.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  public struct ShelfIntentsPackage: AppIntentsPackage {}
#endif
