public import Foundation

#if canImport(UIKit)
  @_exported public import UIKit
#else
  @_exported public import AppKit
#endif

#if canImport(UIKit)
  @available(iOS 13, visionOS 1, *)
  public typealias ASPresentationAnchor = UIWindow
#else
  @available(macOS 10.15, *)
  public typealias ASPresentationAnchor = NSWindow
#endif

@available(iOS 13, macOS 10.15, visionOS 1, *)
@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

public struct ASWebAuthenticationSessionError: Error {
  public enum Code: Int, Sendable { case canceledLogin = 1, presentationContextNotProvided, presentationContextInvalid }
  public var code: Code
}

@available(iOS 12, macOS 10.15, tvOS 16, watchOS 6.2, visionOS 1, *)
@MainActor
open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  @available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public final class Callback: NSObject {
    public class func customScheme(_ scheme: String) -> Callback { Callback() }
    public class func https(host: String, path: String) -> Callback { Callback() }
  }

  public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
  @available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

  @available(iOS 13, macOS 10.15, visionOS 1, *)
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  @available(iOS 13, macOS 10.15, watchOS 6.2, visionOS 1, *)
  public var prefersEphemeralWebBrowserSession = false
  @discardableResult
  public func start() -> Bool { true }
  public func cancel() {}
}
