import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Progress on this device")
struct ListeningProgressStoreTests {
  @Test("comes from the server and is kept")
  func refresh() async throws {
    let rig = try await ShelfRig()
    let (book, episode) = (try rig.book(), try rig.episode())
    try await rig.shelf.progress.update(book, .position(1925.5, duration: 5401))
    try await rig.shelf.progress.markFinished(episode)
    #expect(try await rig.shelf.progressStore.progress(of: book) == nil)
    try await rig.shelf.progressStore.refresh()
    let known = try #require(try await rig.shelf.progressStore.progress(of: book))
    #expect(known.position == 1925.5)
    #expect(known.duration == 5401)
    #expect(!known.isPending)
    #expect(try await rig.shelf.progressStore.progress(of: episode)?.isFinished == true)
    rig.network.isDown = true
    await rig.shelf.client.accounts.save()
    #expect(try await rig.relaunched().progressStore.all().count == 2)
    #expect(try await failure { try await rig.shelf.progressStore.refresh() }.kind == .unreachable)
    #expect(try await rig.shelf.progressStore.all().count == 2)
  }

  @Test("of what was signed in with is there without asking again")
  func fromSignIn() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book(), .position(60, duration: 5401))
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await rig.shelf.progressStore.progress(of: rig.book())?.position == 60)
    #expect(rig.count(.shelfProgressAll) == 0)
  }

  @Test("a change shows at once, is durable, and reaches the server")
  func change() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    rig.network.isDown = true
    try await rig.shelf.progressStore.setPosition(book, to: 90, duration: 5401)
    let waiting = try #require(try await rig.shelf.progressStore.progress(of: book))
    #expect(waiting.position == 90)
    #expect(waiting.isPending)
    let again = rig.relaunched()
    #expect(try await again.progressStore.progress(of: book) == waiting)
    rig.network.isDown = false
    await again.progressStore.flush()
    #expect(try await again.progressStore.progress(of: book)?.isPending == false)
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
    #expect(abs((rig.stored(book)?["progress"]?.double ?? 0) - 90.0 / 5401) < 1e-9)
  }

  @Test("finish and restart work from every state")
  func finishAndRestart() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    for _ in 0..<2 {
      try await store.setPosition(book, to: 100, duration: 5401)
      await store.settled()
      try await store.markFinished(book)
      await store.settled()
      #expect(rig.stored(book)?["isFinished"]?.bool == true)
      #expect(try await store.progress(of: book)?.fraction == 1)
      try await store.restart(book)
      await store.settled()
      #expect(rig.stored(book)?["isFinished"]?.bool == false)
      #expect(rig.stored(book)?["currentTime"]?.double == 0)
      #expect(rig.stored(book)?["progress"]?.double == 0)
      #expect(try await store.progress(of: book)?.fraction == 0)
    }
    try await store.restart(try rig.episode())
    await store.settled()
    #expect(rig.stored(try rig.episode()) == nil)
  }

  @Test("a restart that removes the record is done, whoever removed it first")
  func restartTwice() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    // The record has no duration, so the server keeps its progress at a restart, and the store has to remove it.
    try await rig.shelf.progress.update(book, ProgressUpdate(currentTime: 100, progress: 0.5))
    try await store.refresh()
    rig.network.fail(.shelfProgressRemove, with: .replyLost)
    try await store.restart(book)
    await store.settled()
    #expect(rig.count(.shelfProgressRemove) == 2)
    #expect(rig.stored(book) == nil)
    #expect(try await rig.shelf.queue.refused().isEmpty)
    #expect(try await store.progress(of: book) == nil)
  }

  @Test("a restart does not remove the place that another device reaches while it is under way")
  func restartAndListening() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    let other = try await rig.device(as: "ada")
    try await rig.shelf.progress.update(book, .position(100, duration: 5401))
    let isHeard = Locked(false)
    let transport = ClosureTransport { request in
      let answer = try await rig.network.send(request)
      let isNow = request.operation == .shelfProgressUpdate && !isHeard.withLock { $0 }
      guard isNow else { return answer }
      isHeard.withLock { $0 = true }
      await rig.clock.advance(by: .seconds(30))
      try await other.progress.update(book, .position(1605, duration: 5401))
      return answer
    }
    let shelf = ShelfService(server: .fake, transport: transport, environment: rig.environment.relaunched())
    try await shelf.progressStore.refresh()
    try await shelf.progressStore.restart(book)
    await shelf.progressStore.settled()
    #expect(isHeard.withLock { $0 })
    #expect(rig.count(.shelfProgressRemove) == 0)
    #expect(rig.stored(book)?["currentTime"]?.double == 1605)
  }

  @Test("a record without a place wins over nobody, and its bar is what the server keeps")
  func recordWithoutPlace() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    try await store.setPosition(book, to: 100, duration: 5401)
    await store.settled()
    rig.network.isDown = true
    try await store.setPosition(book, to: 2700.5, duration: 5401)
    await store.settled()
    await rig.clock.advance(by: .seconds(60))
    let other = try await rig.device(as: "ada")
    let session = try await other.playback.start(book, options: PlayOptions())
    try await other.client.ok(
      "test", .post, path: ["api", "session", .id(session.id), "sync"], body: ["timeListened": 5], traits: .write)
    #expect(rig.stored(book)?["currentTime"] == nil)
    try await other.progressStore.refresh()
    let kept = rig.stored(book)?["progress"]?.double
    #expect(try await other.progressStore.progress(of: book)?.fraction == kept)
    rig.network.isDown = false
    await store.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 2700.5)
    #expect(try await store.progress(of: book)?.fraction == 0.5)
    #expect(try await store.conflicts() == [])
  }

  @Test("a position that a finished item has not is taken all the same")
  func positionOfFinished() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    try await rig.shelf.progress.markFinished(book)
    try await store.refresh()
    try await store.setPosition(book, to: 300, duration: 5401)
    await store.settled()
    #expect(rig.stored(book)?["currentTime"]?.double == 300)
    #expect(rig.stored(book)?["isFinished"]?.bool == false)
  }

  @Test("later listening elsewhere counts, and the place that lost is kept and can be gone back to")
  func conflict() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    try await store.setPosition(book, to: 100, duration: 5401)
    await store.settled()
    rig.network.isDown = true
    await rig.clock.advance(by: .seconds(60))
    try await store.setPosition(book, to: 200, duration: 5401)
    await rig.clock.advance(by: .seconds(60))
    let other = try await rig.device(as: "ada")
    try await other.progress.update(book, .position(50, duration: 5401))
    rig.network.isDown = false
    await store.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 50)
    #expect(try await store.progress(of: book)?.position == 50)
    let conflict = try #require(try await store.conflicts().first)
    #expect(conflict.lost.position == 200)
    #expect(conflict.kept.position == 50)
    let widget = ShelfService(
      extending: .fake, environment: .manual(clock: rig.clock, seed: 7, files: rig.files, secrets: rig.secrets))
    let error = await #expect(throws: ClientError.self) { try await widget.progressStore.undo(conflict) }
    #expect(error?.detail == "inUse")
    #expect(try await widget.queue.open().isEmpty)
    try await store.undo(conflict)
    await store.settled()
    #expect(rig.stored(book)?["currentTime"]?.double == 200)
    #expect(try await store.conflicts() == [])
  }

  @Test("earlier listening elsewhere does not count")
  func olderElsewhere() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    try await store.refresh()
    let other = try await rig.device(as: "ada")
    try await other.progress.update(book, .position(50, duration: 5401))
    rig.network.isDown = true
    await rig.clock.advance(by: .seconds(60))
    try await store.setPosition(book, to: 20, duration: 5401)
    rig.network.isDown = false
    await store.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 20)
    let conflicts = try await store.conflicts()
    #expect(conflicts.map(\.kept.isThisDevice) == [true])
    #expect(conflicts.map(\.lost.position) == [50])
  }

  @Test("positions that are none are refused", arguments: [-1, .nan, .infinity])
  func badPosition(position: Double) async throws {
    let rig = try await ShelfRig()
    let error = try await failure { try await rig.shelf.progressStore.setPosition(rig.book(), to: position) }
    #expect(error.kind == .invalidRequest)
    #expect(try await rig.shelf.queue.all().isEmpty)
  }

  @Test("a change that the server refuses is shown as refused")
  func refused() async throws {
    let rig = try await ShelfRig()
    let gone = PlayableID(libraryItemId: "00000000-0000-4000-8000-00000000dead")
    try await rig.shelf.progressStore.setPosition(gone, to: 10)
    await rig.shelf.progressStore.settled()
    #expect(try await rig.shelf.queue.refused().map(\.target) == [gone.description])
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("changes of one account are never another's", arguments: [PendingWork.keep, .discard])
  func accounts(pending: PendingWork) async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    rig.network.isDown = true
    try await rig.shelf.progressStore.setPosition(book, to: 90, duration: 5401)
    try await rig.shelf.account.signOut(pending: pending)
    #expect(try await failure { try await rig.shelf.progressStore.all() }.kind == .signedOut)
    rig.network.isDown = false
    try await rig.shelf.account.signIn(username: "grace", password: "battery staple")
    #expect(try await rig.shelf.progressStore.all() == [:])
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(book, user: "grace") == nil)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == (pending == .keep ? 90 : nil))
  }

  @Test("observers are notified of changes until they release their token")
  func observers() async throws {
    let rig = try await ShelfRig()
    let notified = Locked(0)
    var token: ObservationToken? = rig.shelf.progressStore.observe { notified.withLock { $0 += 1 } }
    try await rig.shelf.progressStore.setPosition(rig.book(), to: 90)
    #expect(notified.withLock { $0 } > 0)
    _ = token
    token = nil
    await rig.shelf.progressStore.settled()
    let before = notified.withLock { $0 }
    try await rig.shelf.progressStore.setPosition(rig.book(), to: 91)
    await rig.shelf.progressStore.settled()
    #expect(notified.withLock { $0 } - before <= 1)
  }

  @Test("an answer that was asked for before a change was read back does not set it back")
  func overtakenAnswer() async throws {
    let ways: [@Sendable (ShelfService) async throws -> Void] = [
      { _ = try await $0.account.me() }, { try await $0.progressStore.refresh() },
    ]
    for asks in ways {
      let rig = try await ShelfRig(as: nil)
      let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
      let (gate, opener) = AsyncStream.makeStream(of: Void.self)
      let isHeld = Locked(false)
      let transport = ClosureTransport { request in
        let response = try await rig.network.send(request)
        let isMine = isHeld.withLock { isHeld in
          defer { if request.method == .get { isHeld = false } }
          return isHeld && request.method == .get
        }
        if isMine {
          arrival.yield()
          for await _ in gate { break }
        }
        return response
      }
      let shelf = ShelfService(server: .fake, transport: transport, environment: rig.environment)
      try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
      try await shelf.progress.update(rig.book(), .position(600, duration: 3000))
      isHeld.withLock { $0 = true }
      let answer = Task { try await asks(shelf) }
      for await _ in arrived { break }
      try await shelf.progressStore.setPosition(rig.book(), to: 2000)
      await shelf.progressStore.settled()
      #expect(rig.stored(try rig.book())?["currentTime"]?.double == 2000)
      opener.yield()
      try await answer.value
      let known = try await shelf.progressStore.progress(of: rig.book())
      #expect((known?.position, known?.isPending) == (2000, false))
    }
  }

  @Test("the store uses the role that the service was built with, and never the server's own")
  func replacedRole() async throws {
    let rig = try await ShelfRig()
    let double = ProgressDouble()
    let shelf = ShelfService(server: rig.address, transport: rig.network, environment: rig.environment) {
      $0.progress = double
    }
    let book = try rig.book()
    let before = rig.network.operations.count { $0.rawValue.hasPrefix("shelf.progress") }
    #expect(await shelf.progressStore.submitAndSettle(book) == .synced)
    try await shelf.progressStore.restart(book)
    await shelf.progressStore.settled()
    try await shelf.progressStore.refresh()
    #expect(try await shelf.progressStore.progress(of: book)?.isFinished == false)
    #expect(double.calls.withLock { $0.contains("update") && $0.contains("all") && $0.contains("progress") })
    #expect(rig.network.operations.count { $0.rawValue.hasPrefix("shelf.progress") } == before)
    #expect(rig.stored(book) == nil)
  }

  @Test("a change can be followed until it is done")
  func submission() async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    rig.network.isDown = true
    let finished = try await store.markFinished(book)
    guard case .waiting(let error) = await finished.settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(error?.kind == .unreachable)
    rig.network.isDown = false
    #expect(await finished.settled() == .synced)
    let gone = PlayableID(libraryItemId: "00000000-0000-4000-8000-00000000dead")
    guard case .refused = await store.settledOutcome(of: gone) else {
      Issue.record("not refused")
      return
    }
  }

  @Test(
    "conflicts outlive a sign-out that keeps pending work, and go with one that discards it", arguments: [true, false])
  func keptConflicts(keeps: Bool) async throws {
    let rig = try await ShelfRig()
    let (book, store) = (try rig.book(), rig.shelf.progressStore)
    rig.network.isDown = true
    try await store.setPosition(book, to: 200, duration: 5401)
    await rig.clock.advance(by: .seconds(60))
    try await rig.device(as: "ada").progress.update(book, .position(50, duration: 5401))
    rig.network.isDown = false
    await store.flush()
    #expect(try await store.conflicts().map(\.lost.position) == [200])
    try await rig.shelf.account.signOut(pending: keeps ? .keep : .discard)
    #expect(try await failure { try await store.conflicts() }.kind == .signedOut)
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    #expect(try await store.conflicts().map(\.lost.position) == (keeps ? [200] : []))
    #expect(try await store.progress(of: book)?.position == 50)
  }

  @Test("a tick of the player costs one record in the journal, however much is cached", arguments: [0, 200])
  func costOfATick(known: Int) async throws {
    let rig = try await ShelfRig()
    let double = ProgressDouble()
    for index in 0..<known {
      try await double.update(PlayableID(libraryItemId: "item \(index)"), .position(Double(index), duration: 900))
    }
    let shelf = ShelfService(server: rig.address, transport: rig.network, environment: rig.environment) {
      $0.progress = double
    }
    try await shelf.progressStore.refresh()
    await shelf.client.accounts.save()
    #expect(try await shelf.progressStore.all().count == known)
    rig.network.isDown = true
    let before = rig.files.contents
    var mutation = ProgressMutation(
      item: try rig.book(), action: .listened, position: 30, duration: 5401, at: rig.clock.now(), isServerTime: true)
    mutation.stretches = []
    try await shelf.progressStore.submit(mutation, cause: "playback")
    let changed = rig.files.contents.filter { before[$0.key] != $0.value }
    #expect(changed.count == 1 && changed.keys.allSatisfy { $0.contains("queue.journal") }, "\(changed.keys.sorted())")
    let bytes = changed.reduce(0) { $0 + $1.value.count - (before[$1.key]?.count ?? 0) }
    #expect(bytes < 1500)
  }
}

extension ListeningProgressStore {
  fileprivate func submitAndSettle(_ id: PlayableID) async -> MutationOutcome? {
    try? await markFinished(id).settled()
  }

  fileprivate func settledOutcome(of id: PlayableID) async -> MutationOutcome? {
    try? await setPosition(id, to: 10).settled()
  }
}
