#if canImport(AppIntents)
  public import AppIntents

  #if APPLE_STANDINS
    public import AppleFoundation
  #else
    public import Foundation
  #endif

  /// The error that an intent throws to the system, which shows and speaks the sentence.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public struct IntentFailure: Error, Sendable, CustomLocalizedStringResourceConvertible {
    /// The sentence for the user, in the language of the service's texts.
    public let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }

    public var localizedStringResource: LocalizedStringResource { "\(sentence)" }
  }

  extension IntentReply {
    /// The sentence as a dialog of the system.
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    package var dialog: IntentDialog { IntentDialog(stringLiteral: sentence) }
  }

  /// Runs an action of an intent, and rethrows its error with the sentence for the user.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  package func spoken<Value>(
    _ texts: Texts, isolation: isolated (any Actor)? = #isolation, _ action: () async throws(ClientError) -> Value
  ) async throws(IntentFailure) -> Value {
    do throws(ClientError) { return try await action() } catch { throw IntentFailure(error.text(texts)) }
  }
#endif
