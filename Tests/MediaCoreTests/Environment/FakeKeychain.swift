import Foundation

@testable import MediaCore

/// A keychain in memory with the status codes of the system's.
final class FakeKeychain: Sendable {
  struct State {
    var entries: [KeychainItem: Data] = [:]
    /// The status of every call while it is set.
    var trouble: Int32?
    /// Whether the app has the entitlement for the keychain of iOS, which otherwise refuses everything.
    var isEntitled = true
    /// Called before an entry is added, so that a test can add one first, as a quicker process would.
    var beforeAdd: (@Sendable (KeychainItem) -> Void)?
  }

  let state = Locked(State())

  var calls: KeychainCalls {
    KeychainCalls(
      read: { [self] item in
        let refusal = refusal(of: item)
        guard refusal == 0 else { return (refusal, nil) }
        let data = state.withLock { $0.entries[item] }
        return (data == nil ? KeychainStore.Status.notFound : 0, data)
      },
      add: { [self] item, data in
        state.withLock { $0.beforeAdd }?(item)
        return change(item) { entries in
          guard entries[item] == nil else { return KeychainStore.Status.duplicate }
          entries[item] = data
          return 0
        }
      },
      update: { [self] item, data in
        change(item) { entries in
          guard entries[item] != nil else { return KeychainStore.Status.notFound }
          entries[item] = data
          return 0
        }
      },
      delete: { [self] item in
        change(item) { $0.removeValue(forKey: item) == nil ? KeychainStore.Status.notFound : 0 }
      })
  }

  private func refusal(of item: KeychainItem) -> Int32 {
    state.withLock { $0.trouble ?? ($0.isEntitled || !item.isProtected ? 0 : KeychainStore.Status.noEntitlement) }
  }

  private func change(_ item: KeychainItem, _ body: (inout [KeychainItem: Data]) -> Int32) -> Int32 {
    let refusal = refusal(of: item)
    return refusal == 0 ? state.withLock { body(&$0.entries) } : refusal
  }
}
