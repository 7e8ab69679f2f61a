#if canImport(WebKit) && canImport(SwiftUI)
  public import Foundation
  public import SwiftUI
  import WebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// Shows a provider's sign-in page in a web view of the app, for sign-ins that end at a web address of the server. The system's browser
  /// would hand such an address over only to an app that is associated with the server's host.
  ///
  /// The web view stores no cookies, and stops at the first address for which `isCallback` returns true. Some providers refuse web views:
  /// also offer other ways to sign in, or use ``WebSignIn``.
  ///
  /// ```swift
  /// content.sheet(isPresented: showsPage) {
  ///   if let page = signIn.providerPage {
  ///     WebSignInPage(page, isCallback: signIn.model.isCallback) { signIn.model.finishAuth0(callback: $0) }
  ///   }
  /// }
  /// ```
  public struct WebSignInPage: View {
    private let page: URL
    private let isCallback: @MainActor (URL) -> Bool
    private let finish: @MainActor (URL) -> Void

    /// Creates a view of a provider's page.
    /// - Parameters:
    ///   - isCallback: returns whether the address that the web view is about to load is the one at which the sign-in ends. The web view
    ///     does not load this address.
    ///   - finish: called with the address at which the sign-in ended.
    public init(
      _ page: URL, isCallback: @escaping @MainActor (URL) -> Bool, finish: @escaping @MainActor (URL) -> Void
    ) {
      self.page = page
      self.isCallback = isCallback
      self.finish = finish
    }

    public var body: some View { WebPage(page: page, isCallback: isCallback, finish: finish) }
  }

  private struct WebPage {
    let page: URL
    let isCallback: @MainActor (URL) -> Bool
    let finish: @MainActor (URL) -> Void

    @MainActor
    func makeCoordinator() -> Coordinator { Coordinator(isCallback: isCallback, finish: finish) }

    @MainActor
    func makeView(_ coordinator: Coordinator) -> WKWebView {
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      let view = WKWebView(frame: .zero, configuration: configuration)
      view.navigationDelegate = coordinator
      view.load(URLRequest(url: page))
      return view
    }

    @MainActor
    final class Coordinator: NSObject, WKNavigationDelegate {
      private let isCallback: @MainActor (URL) -> Bool
      private let finish: @MainActor (URL) -> Void

      init(isCallback: @escaping @MainActor (URL) -> Bool, finish: @escaping @MainActor (URL) -> Void) {
        self.isCallback = isCallback
        self.finish = finish
      }

      func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
      ) {
        guard let url = navigationAction.request.url, isCallback(url) else { return decisionHandler(.allow) }
        // Don't load the callback address: the sign-in code in it is for the app only.
        decisionHandler(.cancel)
        finish(url)
      }
    }
  }

  #if canImport(UIKit)
    extension WebPage: UIViewRepresentable {
      func makeUIView(context: Context) -> UIView { makeView(context.coordinator) }
      func updateUIView(_ view: UIView, context: Context) {}
    }
  #else
    extension WebPage: NSViewRepresentable {
      func makeNSView(context: Context) -> NSView { makeView(context.coordinator) }
      func updateNSView(_ view: NSView, context: Context) {}
    }
  #endif
#endif
