import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("One value that many share")
struct StateStoreTests {
  @Test("changes are applied one after the other, and observers hear each new value in order")
  func order() async {
    let store = StateStore([Int]())
    let heard = Notebook<[Int]>()
    let token = await store.observe { heard.add($0) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 { group.addTask { await store.update { $0.append(number) } } }
    }
    let value = await store.value
    #expect(value.sorted() == Array(0..<100))
    #expect(heard.entries == (0...100).map { Array(value.prefix($0)) })
    #expect(await store.update { $0.count } == 100)
    #expect(heard.entries.count == 101)
    token.cancel()
  }

  @Test("nobody hears anything from the moment its token is released")
  func tokens() async {
    let store = StateStore(0)
    let (released, kept) = (Notebook<Int>(), Notebook<Int>())
    var token: ObservationToken? = await store.observe { released.add($0) }
    let other = await store.observe { kept.add($0) }
    await store.update { $0 = 1 }
    #expect(token != nil)
    token = nil
    await store.update { $0 = 2 }
    #expect(released.entries == [0, 1])
    #expect(kept.entries == [0, 1, 2])
    other.cancel()
  }

  @Test("a new value is kept before observers hear of it, and an unchanged one is not kept again")
  func persistence() async {
    let journal = Notebook<String>()
    let store = StateStore(0, persist: { journal.add("kept \($0)") })
    let token = await store.observe { journal.add("heard \($0)") }
    await store.update { $0 = 1 }
    await store.update { $0 = 1 }
    #expect(journal.entries == ["heard 0", "kept 1", "heard 1"])
    token.cancel()
  }

  @Test("what cannot be kept counts all the same, and is reported")
  func persistenceFails() async {
    let failures = Notebook<ClientError>()
    let store = StateStore(0, persist: { _ in throw FileSystemError.full }, failed: { failures.add($0) })
    await store.update { $0 = 1 }
    #expect(await store.value == 1)
    #expect(failures.entries.map(\.kind) == [.storage])
  }

  @Test("an optimistic change shows at once and ends with the server's answer")
  func confirmed() async throws {
    let store = StateStore("old")
    let (sent, gate) = (Latch(), Latch())
    let change = Task {
      try await store.optimistically(
        apply: { $0 = "wished" },
        send: { () async throws(ClientError) in
          sent.open()
          await gate.wait()
          return "server's"
        },
        confirm: { $0 = $1 }, rollBack: { $0 = "old" })
    }
    await sent.wait()
    #expect(await store.value == "wished")
    gate.open()
    #expect(try await change.value == "server's")
    #expect(await store.value == "server's")
  }

  @Test("or is taken back, without touching what others changed meanwhile")
  func rolledBack() async {
    let store = StateStore(["a": 1, "b": 1])
    let heard = Notebook<[String: Int]>()
    let token = await store.observe { heard.add($0) }
    let error = await failure {
      try await store.optimistically(
        apply: { $0["a"] = 2 },
        send: { () async throws(ClientError) in
          await store.update { $0["b"] = 9 }
          throw ClientError(.conflict, operation: "test.set")
        },
        confirm: { (_, _: Int) in }, rollBack: { $0["a"] = 1 })
    }
    #expect(error.kind == .conflict)
    #expect(await store.value == ["a": 1, "b": 9])
    #expect(heard.entries == [["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 2, "b": 9], ["a": 1, "b": 9]])
    token.cancel()
  }
}
