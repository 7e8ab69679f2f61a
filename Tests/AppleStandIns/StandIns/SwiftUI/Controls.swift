public import Foundation

public struct Text: PrimitiveView {
  public nonisolated init<S: StringProtocol>(_ content: S) {}
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public nonisolated init(_ date: Date, style: DateStyle) {}
  public struct DateStyle: Sendable {
    public static let date = DateStyle()
    public static let relative = DateStyle()
  }
}

public struct Label<Title: View, Icon: View>: PrimitiveView {}

extension Label where Title == Text, Icon == Image {
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {}
}

public struct Button<Content: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
}

extension Button where Content == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

@available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
public struct ButtonRole: Sendable {
  public static let cancel = ButtonRole()
  public static let destructive = ButtonRole()
}

public struct TextField<Content: View>: PrimitiveView {}

extension TextField where Content == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct Toggle<Content: View>: PrimitiveView {}

extension Toggle where Content == Text {
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

public struct Picker<Content: View, SelectionValue: Hashable, Options: View>: PrimitiveView {}

extension Picker where Content == Text {
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Options
  ) {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
public struct Link<Content: View>: PrimitiveView {}

extension Link where Content == Text {
  public init<S: StringProtocol>(_ title: S, destination: URL) {}
}

@available(iOS 16, macOS 13, watchOS 9, visionOS 1, *)
@available(tvOS, unavailable)
public struct DefaultShareLinkLabel: PrimitiveView {}

@available(iOS 16, macOS 13, watchOS 9, visionOS 1, *)
@available(tvOS, unavailable)
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Content: View>: PrimitiveView {}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Content == DefaultShareLinkLabel {
  public init(item: String, subject: Text? = nil, message: Text? = nil) where Data == CollectionOfOne<String> {}
}

public struct SecureField<Content: View>: PrimitiveView {}

extension SecureField where Content == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

@available(iOS 13, macOS 10.15, watchOS 6, visionOS 1, *)
@available(tvOS, unavailable)
public struct Slider<Content: View>: PrimitiveView {}

extension Slider where Content == EmptyView {
  public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
public struct ProgressView<Content: View>: PrimitiveView {}

extension ProgressView where Content == EmptyView {
  public init() {}
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {}
}

public struct Spacer: PrimitiveView {
  public init(minLength: CGFloat? = nil) {}
}

public struct Divider: PrimitiveView {
  public init() {}
}

public struct Color: PrimitiveView, Sendable {
  public static let gray = Color()
  public static let red = Color()
  public static let primary = Color()
  public static let secondary = Color()
  public static let accentColor = Color()
  public static let clear = Color()
  public func opacity(_ opacity: Double) -> Color { self }
}

public protocol ShapeStyle: Sendable {}
extension Color: ShapeStyle {}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
  public static var gray: Color { Color() }
}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct Font: Sendable {
  public static let title2 = Font()
  public static let headline = Font()
  public static let subheadline = Font()
  public static let caption = Font()
  public static let largeTitle = Font()
  public func monospacedDigit() -> Font { self }
}
