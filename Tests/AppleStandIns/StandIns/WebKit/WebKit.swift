public import Foundation
public import FoundationNetworking

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

#if canImport(UIKit)
  public typealias PlatformView = UIView
#else
  public typealias PlatformView = NSView
#endif

@MainActor
open class WKWebView: PlatformView {
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { super.init() }
  public weak var navigationDelegate: (any WKNavigationDelegate)?
  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? { nil }
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKWebViewConfiguration: NSObject {
  public override init() {}
  public var websiteDataStore = WKWebsiteDataStore.nonPersistent()
}

@MainActor
open class WKWebsiteDataStore: NSObject {
  public class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
}

@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
}

@MainActor
open class WKNavigationAction: NSObject {
  public var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "/")) }
}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow }
