import Foundation
import TestSupport
import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

@Suite("Moving a Vault account to another device")
struct VaultMovingTests {
  /// A device that has changed something without a network, with a list that is on the server and one that is not.
  private func filled() async throws -> (test: TestVault, movie: Int) {
    let test = try await TestVault.signedIn(clock: ManualClock(passing: .everything))
    let vault = test.vault
    let movie = try #require(try await vault.store.refreshLibrary().value.allMovies.first { !$0.watched }?.id)
    let (kept, creation) = try await vault.store.createList(ListDraft(name: "Rainy days"))
    #expect(await creation.settled() == .synced)
    test.faults.isDown = true
    try await vault.store.setWatched(true, for: .movie(movie))
    _ = try await vault.store.createList(ListDraft(name: "Sunny days"))
    try await vault.store.add(ListItem(.movie, movie), to: try #require(kept.number))
    vault.preferences.setSort(.added)
    await vault.store.settled()
    return (test, movie)
  }

  private func phone(
    _ test: TestVault, files: any FileSystem = MemoryFileSystem(), secrets: any SecretStore = MemorySecretStore(),
    signsIn: Bool = true
  ) async throws -> (vault: VaultService, network: FaultTransport, environment: ClientEnvironment) {
    let network = FaultTransport(test.server.transport)
    let environment = ClientEnvironment.manual(clock: test.clock, seed: 5, files: files, secrets: secrets)
    let vault = VaultService(server: .fake, transport: network, environment: environment)
    let account = VaultWorld.account
    if signsIn { try await vault.account.signIn(username: account.username, password: account.password) }
    return (vault, network, environment)
  }

  @Test("takes changes, lists and preferences along without a network, and the server gets each change once")
  func newPhone() async throws {
    let (test, movie) = try await filled()
    let data = try await test.vault.exportData()
    let (phone, network, _) = try await phone(test)
    network.isDown = true
    let report = try await phone.importData(data)
    #expect(report["changes"]?.taken == 3)
    #expect(report["listNumbers"]?.taken == 1)
    #expect(report.parts.first?.name == "listNumbers")
    #expect(phone.preferences.sort == .added)
    #expect(try await ExportedFile.content(phone.exportData()) == ExportedFile.content(data))
    network.isDown = false
    await phone.queue.flush()
    #expect(try await phone.queue.open().isEmpty)
    #expect(try await phone.movies.movie(movie).watched)
    let lists = try await phone.lists.all()
    #expect(lists.count { $0.name == "Sunny days" } == 1)
    let rainy = try #require(lists.first { $0.name == "Rainy days" })
    #expect(try await phone.lists.contents(of: rainy.id).allMovies.map(\.id) == [movie])
    let toggles = test.server.count(.vaultWatchlistToggle)
    #expect(try await phone.importData(data).hasChanged == false)
    test.faults.isDown = false
    try await test.vault.store.refreshLibrary()
    #expect(test.server.count(.vaultWatchlistToggle) == toggles)
    #expect(try await phone.movies.movie(movie).watched)
  }

  @Test("an import that dies at any write is complete after the next one, with nothing twice")
  func dying() async throws {
    let (test, _) = try await filled()
    let data = try await test.vault.exportData()
    let wanted = try ExportedFile.content(data)
    var (number, survived) = (0, false)
    while !survived {
      number += 1
      // The server allows ten sign-ins a minute: wait before the next.
      await test.clock.advance(by: .seconds(60))
      let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
      _ = try await phone(test, files: files, secrets: secrets)
      let (mortal, network, environment) = try await phone(
        test, files: DyingFileSystem(files, at: number), secrets: secrets, signsIn: false)
      network.isDown = true
      survived = (try? await mortal.importData(data)) != nil
      var next = environment.relaunched()
      next.files = files
      let again = VaultService(server: .fake, transport: network, environment: next)
      try await again.importData(data)
      #expect(try await ExportedFile.content(again.exportData()) == wanted, "died at write \(number)")
    }
    #expect(number > 4)
  }

  @Test("a file with a hostile value in any place is refused whole or harmless")
  func hostile() async throws {
    let (test, _) = try await filled()
    let data = try await test.vault.exportData()
    let (phone, network, _) = try await phone(test)
    try await phone.store.refreshLibrary()
    network.isDown = true
    var refused = 0
    for (name, spoilt) in try ExportedFile.spoilt(data) {
      let before = try await phone.queue.all().map(\.id)
      do throws(ClientError) { try await phone.importData(spoilt) } catch {
        #expect(error.importProblem != nil, "\(name): \(error)")
        #expect(try await phone.queue.all().map(\.id) == before, "\(name)")
        refused += 1
      }
    }
    #expect(refused > 100)
    _ = try await phone.store.library()
    network.isDown = false
    await phone.queue.flush()
  }

  @Test("a file of another service or account changes nothing, and a signed-out or reading service says why it cannot")
  func problems() async throws {
    let (test, _) = try await filled()
    let data = try await test.vault.exportData()
    let other = try await TestVault.signedIn(as: VaultWorld.otherAccount)
    await #expect { try await other.vault.importData(data) } throws: {
      ($0 as? ClientError)?.importProblem == .anotherAccount
    }
    let shelf = ExportedFile.signed(with(try JSONValue(parsing: data)) { $0["service"] = "shelf" })
    await #expect { try await test.vault.importData(shelf) } throws: {
      ($0 as? ClientError)?.importProblem == .anotherService
    }
    let reading = VaultService(reading: .fake, environment: test.environment)
    #expect(try await ExportedFile.content(reading.exportData()) == ExportedFile.content(data))
    await #expect { try await reading.importData(data) } throws: { ($0 as? ClientError)?.detail == "inUse" }
    let nobody = TestVault()
    await #expect { try await nobody.vault.exportData() } throws: { ($0 as? ClientError)?.kind == .signedOut }
    await #expect { try await nobody.vault.importData(data) } throws: { ($0 as? ClientError)?.kind == .signedOut }
    let token = try #require(try await test.vault.client.session.heldCredentials()).access.reveal()
    #expect(!String(decoding: data, as: UTF8.self).contains(token))
  }
}
