public import Foundation

public struct CGImageStandIn: Sendable {}

open class UIImage: NSObject, @unchecked Sendable {
  public override init() {}
  public init?(data: Data) {}
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
}

@MainActor
open class UIView: UIResponder {
  public override init() {}
}

@MainActor
open class UIWindow: UIView {}

@MainActor
open class UIImageView: UIView {
  public var image: UIImage?
}
