public import CoreGraphics
public import Foundation

open class UIImage: NSObject, @unchecked Sendable {
  public override init() {}
  public init?(data: Data) {}
  public init(cgImage: CGImage) {}
  @available(iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
  public init?(systemName: String) {}
  public var size: CGSize { .zero }
}

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIApplication: UIResponder {
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("") }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { NSNotification.Name("") }
  public var applicationState: State { .active }
  /// Of `NSObject` on Apple's systems.
  public nonisolated class func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { nil }

  public enum State: Int, Sendable { case active, inactive, background }
}

/// Of Objective-C on Apple's systems.
public struct Selector: Sendable {}
public func NSSelectorFromString(_ name: String) -> Selector { Selector() }

@MainActor
open class UIView: UIResponder {
  public override init() {}
  public var bounds: CGRect { .zero }
  public var traitCollection: UITraitCollection { UITraitCollection() }
}

@MainActor
open class UITraitCollection: NSObject {
  public var displayScale: CGFloat { 1 }
}

@MainActor
open class UIWindow: UIView {}

@MainActor
open class UIImageView: UIView {
  public var image: UIImage?
}
