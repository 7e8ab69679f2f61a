/// Objects that exist once per process for each folder of files, so that two services with the same folder share them.
///
/// Two environments that are created separately have different `SharedObjects`. Environments that
/// ``ClientEnvironment/live(folder:secrets:texts:)`` returns for the same folder are the exception: they have the same `SharedObjects`.
public final class SharedObjects: Sendable {
  private struct AnyWeak: @unchecked Sendable {
    /// `@unchecked Sendable`: everything that is put here is Sendable.
    weak var object: AnyObject?
  }

  private struct Held<Object: AnyObject & Sendable>: Sendable {
    let object: Object
  }

  private let objects = Locked<[String: AnyWeak]>([:])
  private let fileLock = Locked<(any Sendable)?>(nil)
  /// The names of steps that were noted as done since this process started.
  private let steps = Locked<Set<String>>([])
  private static let folders = Locked<[String: SharedObjects]>([:])

  public init() {}

  static func ofFolder(_ path: String) -> SharedObjects {
    folders.withLock { folders in
      if let known = folders[path] { return known }
      let made = SharedObjects()
      folders[path] = made
      return made
    }
  }

  /// The object of that name, made at first use and shared for as long as it is in use.
  package func object<Object: AnyObject & Sendable>(_ key: String, make: () -> Object) -> Object {
    if let known = objects.withLock({ $0[key]?.object }) as? Object { return known }
    let made = make()
    return objects.withLock { objects -> Held<Object> in
      if let known = objects[key]?.object as? Object { return Held(object: known) }
      objects[key] = AnyWeak(object: made)
      return Held(object: made)
    }.object
  }

  /// Notes that this process has done `step`. The note is not stored on disk.
  package func noteDone(_ step: String) { steps.withLock { _ = $0.insert(step) } }

  package func hasDone(_ step: String) -> Bool { steps.withLock { $0.contains(step) } }

  /// The objects in use that may have work under way, sorted by name, so that each run of a simulation sees the same order.
  var unfinished: [any UnfinishedWork] {
    objects.withLock { objects in
      objects.sorted { $0.key < $1.key }.compactMap { $0.value.object as? any UnfinishedWork }
    }
  }

  /// Takes the lock of the folder once for the process.
  func lock(_ files: any FileSystem) throws {
    try fileLock.withLock { held in
      if held == nil { held = try files.lock("lock") }
    }
  }

  func unlock() { fileLock.withLock { $0 = nil } }
}
