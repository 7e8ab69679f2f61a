public import AppleFoundation

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol PersistentlyIdentifiable {
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  public static var persistentIdentifier: String { "" }
}

// MARK: Intents

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var openAppWhenRun: Bool { get }
  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter = IntentParameter
  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol SystemIntent: AppIntent {}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public protocol AudioPlaybackIntent: SystemIntent {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct IntentDescription: Sendable {
  public init(_ descriptionText: LocalizedStringResource) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol IntentResult: Sendable {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol ProvidesDialog: IntentResult {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct IntentResultContainer<Value, OpensIntent, SnippetView, Dialog>: IntentResult, Sendable {}

extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, Never> {
  public static func result() -> Self { Self() }
}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
  public static func result(dialog: IntentDialog) -> Self { Self() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

// MARK: Parameters

/// Stands for the types that a parameter can have.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol _IntentValue {}

extension Bool: _IntentValue {}
extension Double: _IntentValue {}
extension Int: _IntentValue {}
extension String: _IntentValue {}
extension Optional: _IntentValue where Wrapped: _IntentValue {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: @unchecked Sendable {
  public var wrappedValue: Value {
    get { fatalError("a stand-in has no values") }
    set {}
  }
  public init(title: LocalizedStringResource, description: LocalizedStringResource? = nil) {}
}

extension IntentParameter where Value == Int {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Int,
    inclusiveRange: (Int, Int)? = nil
  ) { self.init(title: title) }
}

extension IntentParameter where Value == Int? {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, inclusiveRange: (Int, Int)
  ) { self.init(title: title) }
}

// MARK: Entities

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct TypeDisplayRepresentation: Sendable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct DisplayRepresentation: Sendable {
  public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol EntityIdentifierConvertible {}

extension Int: EntityIdentifierConvertible {}
extension String: EntityIdentifierConvertible {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol AppEntity: _IntentValue, Identifiable, PersistentlyIdentifiable, Sendable
where ID: EntityIdentifierConvertible & Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var defaultQuery: DefaultQuery { get }
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  var displayRepresentation: DisplayRepresentation { get }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol EntityQuery: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
  associatedtype Entity: AppEntity
  associatedtype Result = [Entity]
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> Result
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol EntityStringQuery: EntityQuery {
  func entities(matching string: String) async throws -> Result
}

// MARK: Dependencies

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
  public typealias Dependency = AppDependency
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@propertyWrapper
public final class AppDependency<Value: Sendable>: @unchecked Sendable {
  public var wrappedValue: Value { fatalError("a stand-in has no dependencies") }
  public init() {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public final class AppDependencyManager: @unchecked Sendable {
  public static let shared = AppDependencyManager()
  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil, dependency dependencyProvider: @autoclosure @escaping @Sendable () -> Dependency
  ) {}
}

// MARK: Packages and shortcuts

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public protocol AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
  public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public protocol AppShortcutsProvider {
  @AppShortcutsBuilder
  static var appShortcuts: [AppShortcut] { get }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@resultBuilder
public struct AppShortcutsBuilder {
  public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct AppShortcut: Sendable {
  public init(
    intent: some AppIntent, phrases: [AppShortcutPhrase], shortTitle: LocalizedStringResource, systemImageName: String
  ) {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct AppShortcutPhrase: Sendable, ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    public enum Token: Sendable { case applicationName }
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ token: Token) {}
  }
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}
