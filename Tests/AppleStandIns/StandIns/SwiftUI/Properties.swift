public import Combine
public import Foundation

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public var wrappedValue: Value {
    get { stop() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stop() }
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public var wrappedValue: Value {
    get { stop() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public static func constant(_ value: Value) -> Binding<Value> { stop() }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { stop() }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
@propertyWrapper @MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  public var wrappedValue: ObjectType { stop() }
  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
}

@propertyWrapper @MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  public var wrappedValue: ObjectType
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

@propertyWrapper @MainActor @preconcurrency
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  @MainActor @preconcurrency @dynamicMemberLookup
  public struct Wrapper {
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> { stop() }
  }
  public var wrappedValue: ObjectType { stop() }
  public var projectedValue: Wrapper { stop() }
  public nonisolated init() {}
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public var wrappedValue: Value { stop() }
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
}

public struct EnvironmentValues {
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
  public var scenePhase: ScenePhase { .active }
  @available(iOS 15, macOS 12, tvOS 15, watchOS 8, visionOS 1, *)
  public var dismiss: DismissAction { DismissAction() }
  public var openURL: OpenURLAction { OpenURLAction() }
  @available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
  public var displayScale: CGFloat { 1 }
}

@MainActor @preconcurrency
public struct DismissAction {
  nonisolated init() {}
  public func callAsFunction() {}
}

@MainActor @preconcurrency
public struct OpenURLAction {
  nonisolated init() {}
  public func callAsFunction(_ url: URL) {}
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, visionOS 1, *)
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  public var wrappedValue: Value {
    get { stop() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { stop() }
  public init(wrappedValue: Value, _ key: String) where Value == String {}
}
