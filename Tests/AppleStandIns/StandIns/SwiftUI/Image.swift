#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

public struct Image: PrimitiveView {
  @available(iOS 13, macOS 11, tvOS 13, watchOS 6, visionOS 1, *)
  public nonisolated init(systemName: String) {}
  #if canImport(UIKit)
    public nonisolated init(uiImage: UIImage) {}
  #else
    public nonisolated init(nsImage: NSImage) {}
  #endif
  public nonisolated func resizable() -> Image { self }
}

#if canImport(UIKit)
  @MainActor @preconcurrency
  public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
  }

  extension UIViewRepresentable {
    public var body: Never { stop() }
  }

  @MainActor @preconcurrency
  public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
  }
#else
  @MainActor @preconcurrency
  public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>
    func makeNSView(context: Context) -> NSViewType
    func updateNSView(_ nsView: NSViewType, context: Context)
    func makeCoordinator() -> Coordinator
  }

  extension NSViewRepresentable {
    public var body: Never { stop() }
  }

  @MainActor @preconcurrency
  public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
  }
#endif
