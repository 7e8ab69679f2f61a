extension Task where Success == Void, Failure == Never {
  /// A task that has run on the thread of the caller up to its first wait when this returns. On systems that cannot do that it begins
  /// on another thread.
  static func begun(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    #if compiler(>=6.2)
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return .immediate(operation: work) }
    #endif
    return Task(operation: work)
  }
}
