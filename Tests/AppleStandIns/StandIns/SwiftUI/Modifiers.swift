public import Foundation

extension View {
  public nonisolated func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { EmptyView() }
  public nonisolated func frame(maxWidth: CGFloat?, maxHeight: CGFloat? = nil) -> some View { EmptyView() }
  public nonisolated func padding(_ length: CGFloat? = nil) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func overlay<Content: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }
  public nonisolated func clipped() -> some View { EmptyView() }
  public nonisolated func scaledToFill() -> some View { EmptyView() }
  public nonisolated func cornerRadius(_ radius: CGFloat) -> some View { EmptyView() }
  public nonisolated func font(_ font: Font?) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func foregroundStyle(_ style: some ShapeStyle) -> some View { EmptyView() }
  public nonisolated func lineLimit(_ number: Int?) -> some View { EmptyView() }
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView() }
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func task(
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    EmptyView()
  }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func task(
    id: some Equatable, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func refreshable(
    @_inheritActorContext action: @escaping @isolated(any) @Sendable () async -> Void
  ) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func searchable(text: Binding<String>, prompt: String) -> some View { EmptyView() }
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { EmptyView() }
  public nonisolated func tabItem(@ViewBuilder _ label: () -> some View) -> some View { EmptyView() }
  public func sheet(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
  ) -> some View { EmptyView() }
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func confirmationDialog<S: StringProtocol>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> some View
  ) -> some View { EmptyView() }
  public nonisolated func contextMenu(@ViewBuilder menuItems: () -> some View) -> some View { EmptyView() }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  public nonisolated func navigationDestination<D: Hashable>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> some View
  ) -> some View { EmptyView() }
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated func toolbar(@ViewBuilder content: () -> some View) -> some View { EmptyView() }
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping (() -> Void)) -> some View {
    EmptyView()
  }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { EmptyView() }
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
  public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { EmptyView() }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated func alert<S: StringProtocol>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View
  ) -> some View { EmptyView() }
  public nonisolated func environmentObject(_ object: some AnyObject) -> some View { EmptyView() }
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { EmptyView() }
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
    EmptyView()
  }
  public nonisolated func contentShape(_ shape: Rectangle) -> some View { EmptyView() }
  public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { EmptyView() }
}

public struct Rectangle: PrimitiveView {
  public nonisolated init() {}
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
public enum Visibility: Hashable, CaseIterable, Sendable { case automatic, visible, hidden }

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
public struct PresentationDetent: Hashable, Sendable {
  public static let medium = PresentationDetent()
  public static let large = PresentationDetent()
}

public protocol PrimitiveButtonStyle {}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {
  public init() {}
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
