import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The sign-in of a process that owns the folder for a while")
struct OwningProcessTests {
  private let server = TokenServer()
  private let files = MemoryFileSystem()
  private let secrets = MemorySecretStore()
  private let environment: ClientEnvironment

  init() async throws {
    environment = .manual(clock: ManualClock(passing: .everything), files: files, secrets: secrets)
    let session = client(environment).session
    try await session.adopt(.numbered(0), generation: session.currentGeneration())
  }

  private func client(_ environment: ClientEnvironment, _ address: ServerAddress = .fake) -> ServiceClient {
    ServiceClient(
      service: "test", address: address, check: .test, coder: JSONCoder(dates: .milliseconds), transport: server,
      environment: environment
    ) { AuthenticationScheme(renew: TestService.renew($0)) }
  }

  /// The access token in the store.
  private var stored: String? {
    (try? secrets.read(TestService.key)).flatMap(Credentials.init(sealed:))?.access.reveal()
  }

  @Test("a renewal under way at the end is waited for and stored: the server has ended the token before it")
  func renewalUnderWay() async throws {
    server.update { $0.current = 1 }
    let (isRenewing, mayEnd) = (Latch(), Latch())
    server.whenRenewing {
      isRenewing.open()
      await mayEnd.wait()
      return .pair(1)
    }
    let isOver = Locked(false)
    let owner = Task {
      await environment.whileUnowned { environment in
        let client = client(environment)
        Task { try? await client.send(.text()) }
        await isRenewing.wait()
      }
      isOver.withLock { $0 = true }
    }
    await isRenewing.wait()
    for _ in 0..<200 { await Task.detached(priority: .background) {}.value }
    #expect(!isOver.withLock { $0 })
    mayEnd.open()
    await owner.value
    #expect(stored == "access-1")
  }

  @Test("while the end waits for a renewal, no other one begins, which might not be stored any more")
  func renewalMeanwhile() async throws {
    // The sign-in of a second server, which is waited for before that of the first one.
    let other = try ServerAddress("https://a-second.example")
    let second = client(environment, other).session
    try await second.adopt(.numbered(0), generation: second.currentGeneration())
    server.update { $0.current = 1 }
    let (isRenewing, mayEnd) = (Latch(), Latch())
    server.whenRenewing {
      isRenewing.open()
      await mayEnd.wait()
      return .pair(1)
    }
    let left = Locked<ServiceClient?>(nil)
    let owner = Task {
      await environment.whileUnowned { environment in
        let (client, second) = (client(environment), client(environment, other))
        _ = try? await second.session.status()
        left.withLock { $0 = second }
        Task { try? await client.send(.text()) }
        await isRenewing.wait()
      }
    }
    await isRenewing.wait()
    for _ in 0..<200 { await Task.detached(priority: .background) {}.value }
    let late = try #require(left.withLock { $0 })
    let error = await refusal { try await late.send(.text()) }
    #expect(error.kind == .storage && error.detail == "inUse", "\(error)")
    #expect(server.renewals == 1)
    mayEnd.open()
    await owner.value
    #expect(stored == "access-1")
  }

  @Test("what is left running after the end renews no sign-in, stores none and erases none")
  func leftRunning() async throws {
    let left = try #require(await environment.whileUnowned { (client: client($0), secrets: $0.secrets) })
    _ = try await left.client.session.status()
    let before = files.contents
    server.update { $0.current = 1 }
    let error = await refusal { try await left.client.send(.text()) }
    #expect(error.kind == .storage && error.detail == "inUse", "\(error)")
    #expect(server.renewals == 0)

    let key = TestService.key
    #expect(throws: FileSystemError.inUse) { try left.secrets.write(Secret("other"), key: key) }
    #expect(throws: FileSystemError.inUse) { try left.secrets.delete(key) }
    #expect(try left.secrets.read(key) == secrets.read(key))
    let session = left.client.session
    try? await session.adopt(.numbered(7, account: "bob"), generation: session.currentGeneration())
    #expect(stored == "access-0")
    _ = try? await left.client.signOut(.discard)
    #expect(stored == "access-0" && files.contents == before)
  }
}
