public import CoreGraphics
public import Foundation

open class NSImage: NSObject {
  public override init() {}
  public init?(data: Data) {}
  public init(cgImage: CGImage, size: CGSize) {}
  public var size: CGSize { .zero }
}

@MainActor
open class NSResponder: NSObject {}

@MainActor
open class NSApplication: NSResponder {
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("") }
  public nonisolated class var didResignActiveNotification: NSNotification.Name { NSNotification.Name("") }
}

open class NSRunningApplication: NSObject {
  public class var current: NSRunningApplication { NSRunningApplication() }
  public var isActive: Bool { false }
}

@MainActor
open class NSView: NSResponder {
  public override init() {}
}

@MainActor
open class NSWindow: NSResponder {
  public override init() {}
}
