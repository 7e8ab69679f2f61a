public import Foundation

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct VerticalAlignment: Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
}

public struct Alignment: Sendable {
  public static let leading = Alignment()
  public static let center = Alignment()
  public static let topLeading = Alignment()
}

public struct HStack<Content: View>: PrimitiveView {
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct ZStack<Content: View>: PrimitiveView {
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

public struct GeometryReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

public struct GeometryProxy {
  public var size: CGSize { .zero }
}

public struct Group<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ScrollView<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct TabView<SelectionValue: Hashable, Content: View>: PrimitiveView {
  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {}
}

extension TabView where SelectionValue == Int {
  public init(@ViewBuilder content: () -> Content) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
public struct NavigationPath {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
public struct NavigationStack<Data, Root: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {}
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
  {}
}

public struct NavigationLink<Content: View, Destination: View>: PrimitiveView {
  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Content) {}
}

extension NavigationLink where Content == Text {
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {}
}

extension NavigationLink where Destination == Never {
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Content) {}
}

extension NavigationLink where Content == Text, Destination == Never {
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
public struct LazyVGrid<Content: View>: PrimitiveView {
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
