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

  private func client(_ environment: ClientEnvironment) -> ServiceClient {
    ServiceClient(
      service: "test", address: .fake, check: .test, coder: JSONCoder(dates: .milliseconds), transport: server,
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
