#if canImport(AuthenticationServices)
  public import AuthenticationServices
  public import Foundation

  /// Shows a provider's sign-in page in the system's browser, whose content the app cannot read, and returns the address at which the
  /// sign-in ended.
  ///
  /// Only one sign-in runs at a time: starting a second sign-in cancels the first one.
  @MainActor
  public final class WebSignIn {
    /// Whether the browser starts without the user's cookies. If true, the user has to enter the credentials at every sign-in, and no
    /// cookies remain afterwards.
    public var isPrivate = false

    private var running: ASWebAuthenticationSession?

    #if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)
      private let anchor: Anchor

      /// Creates a sign-in that shows the browser over a window.
      /// - Parameter window: the window over which the browser is shown. If nil, the browser is shown over the app's front window.
      public init(over window: ASPresentationAnchor? = nil) { anchor = Anchor(window: window) }
    #else
      public init() {}
    #endif

    /// Shows `page` in the browser and waits until the sign-in ends.
    /// - Parameter redirect: the address at which the sign-in ends.
    /// - Returns: the address at which the browser arrived, with the provider's answer; nil if the user closed the browser.
    /// - Throws: `unsupported` if the system cannot show the page, or if `redirect` is a web address and the system is older than iOS 17.4,
    ///   macOS 14.4, tvOS 17.4, watchOS 10.4 or visionOS 1.1; `cancelled` if the calling task is cancelled.
    public func open(_ page: URL, until redirect: WebSignInRedirect) async throws(ClientError) -> URL? {
      cancel()
      let answer = FirstAnswer()
      guard let session = Self.session(page, redirect, answer) else {
        throw ClientError(.unsupported, operation: Self.operation, detail: "redirect")
      }
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          answer.wait(continuation)
          start(session, answer)
        }
      } onCancel: {
        answer.give(.failure(.cancelled(Self.operation)))
      }
      // Another sign-in may have begun during the await; don't cancel that one.
      if running === session { cancel() }
      return try outcome.get()
    }

    /// Closes the browser and ends the running sign-in, as if the user had closed the browser.
    public func cancel() {
      running?.cancel()
      running = nil
    }

    private func start(_ session: ASWebAuthenticationSession, _ answer: FirstAnswer) {
      #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = isPrivate
      #endif
      #if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)
        session.presentationContextProvider = anchor
      #endif
      running = session
      if !session.start() { answer.give(Self.failure("presentation")) }
    }

    private nonisolated static let operation = OperationID("signIn.browser")

    private nonisolated static func failure(_ detail: String) -> FirstAnswer.Outcome {
      .failure(ClientError(.unsupported, operation: operation, detail: detail))
    }

    private static func session(
      _ page: URL, _ redirect: WebSignInRedirect, _ answer: FirstAnswer
    ) -> ASWebAuthenticationSession? {
      let completion: @Sendable (URL?, (any Error)?) -> Void = { url, error in
        if let url { return answer.give(.success(url)) }
        let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
        answer.give(isClosed ? .success(nil) : failure("presentation"))
      }
      switch redirect {
      case .scheme(let scheme):
        return ASWebAuthenticationSession(url: page, callbackURLScheme: scheme, completionHandler: completion)
      case .web(let host, let path):
        guard #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) else { return nil }
        return ASWebAuthenticationSession(
          url: page, callback: .https(host: host, path: path), completionHandler: completion)
      }
    }
  }

  /// The first answer to one sign-in: from the browser, from a system that cannot show it, or from the caller's cancellation.
  private final class FirstAnswer: Sendable {
    typealias Outcome = Result<URL?, ClientError>

    private struct State {
      var outcome: Outcome?
      var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Locked(State())

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
      let early = state.withLock { state -> Outcome? in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let early { continuation.resume(returning: early) }
    }

    func give(_ outcome: Outcome) {
      let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
        guard state.outcome == nil else { return nil }
        state.outcome = outcome
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: outcome)
    }
  }

  #if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)
    /// The window that the browser is shown over.
    @MainActor
    private final class Anchor: NSObject, ASWebAuthenticationPresentationContextProviding {
      private let window: ASPresentationAnchor?

      init(window: ASPresentationAnchor?) { self.window = window }

      func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        // Without a window, an empty anchor lets the system choose the front window.
        window ?? ASPresentationAnchor()
      }
    }
  #endif
#endif
