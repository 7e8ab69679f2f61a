import Foundation
import TallyTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import TallyKit

@Suite("Moving a Tally account to another device")
struct TallyMovingTests {
  private static let show: TMDBID = 520_100

  /// A device that has changed something of each kind without a network, and has a refused change and conflicts.
  private func filled() async throws -> TestTally {
    let test = try await TestTally.signedIn(clock: ManualClock(passing: .everything))
    let tally = test.tally
    try await tally.watchlistStore.refresh()
    try await tally.progressStore.refresh(Self.show)
    test.faults.isDown = true
    _ = try await tally.progressStore.setWatched(upTo: 5, season: 2, of: Self.show)
    try await tally.watchlistStore.setRating(7.5, of: 520_600)
    try await tally.watchlistStore.remove(520_700)
    tally.country.set("DE")
    await tally.queue.settled()
    return test
  }

  private func phone(
    _ test: TestTally, files: any FileSystem = MemoryFileSystem(), secrets: any SecretStore = MemorySecretStore(),
    signsIn: Bool = true
  ) async throws -> (tally: TallyService, network: FaultTransport, environment: ClientEnvironment) {
    let network = FaultTransport(test.server.transport)
    let environment = ClientEnvironment.manual(clock: test.clock, seed: 5, files: files, secrets: secrets)
    let tally = TallyService(server: .fake, transport: network, environment: environment)
    if signsIn { try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password) }
    return (tally, network, environment)
  }

  @Test("takes changes and country along without a network, and the server gets each change once")
  func newPhone() async throws {
    let test = try await filled()
    let data = try await test.tally.exportData()
    let (phone, network, _) = try await phone(test)
    network.isDown = true
    let report = try await phone.importData(data)
    #expect(report["changes"]?.taken == 3)
    #expect(phone.country.current == "DE")
    #expect(try await ExportedFile.content(phone.exportData()) == ExportedFile.content(data))
    network.isDown = false
    await phone.queue.flush()
    #expect(try await phone.queue.open().isEmpty)
    let user = try #require(test.server.userID(TallyWorld.sampleEmail))
    #expect(test.server.watched(of: user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4, 5])
    #expect(test.server.entry(of: user, tmdbID: 520_600)?.rating == 7.5)
    #expect(test.server.entry(of: user, tmdbID: 520_700) == nil)
    let writes = test.server.count(.tallyProgressSet)
    #expect(try await phone.importData(data).hasChanged == false)
    await phone.queue.flush()
    #expect(test.server.count(.tallyProgressSet) == writes)
    // The old phone sends the same changes later: the server has the same states already.
    test.faults.isDown = false
    await test.tally.queue.flush()
    #expect(test.server.watched(of: user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4, 5])
  }

  @Test("keeps the country that was chosen here, and a later change of this device")
  func merge() async throws {
    let test = try await filled()
    let data = try await test.tally.exportData()
    let (phone, network, _) = try await phone(test)
    try await phone.watchlistStore.refresh()
    network.isDown = true
    phone.country.set("US")
    await test.clock.advance(by: .seconds(60))
    try await phone.watchlistStore.setRating(3, of: 520_600)
    let report = try await phone.importData(data)
    #expect(phone.country.current == "US")
    #expect(report["preferences"]?.skipped == [.setHere: 1])
    network.isDown = false
    await phone.queue.flush()
    let user = try #require(test.server.userID(TallyWorld.sampleEmail))
    #expect(test.server.entry(of: user, tmdbID: 520_600)?.rating == 3)
    #expect(try await phone.queue.open().isEmpty)
  }

  @Test("an import that dies at any write is complete after the next one, with nothing twice")
  func dying() async throws {
    let test = try await filled()
    let data = try await test.tally.exportData()
    let wanted = try ExportedFile.content(data)
    var (number, survived) = (0, false)
    while !survived {
      number += 1
      let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
      _ = try await phone(test, files: files, secrets: secrets)
      let (mortal, network, environment) = try await phone(
        test, files: DyingFileSystem(files, at: number), secrets: secrets, signsIn: false)
      network.isDown = true
      survived = (try? await mortal.importData(data)) != nil
      var next = environment.relaunched()
      next.files = files
      let again = TallyService(server: .fake, transport: network, environment: next)
      // The country's store is not tested here: set the country again.
      again.country.set("DE")
      try await again.importData(data)
      #expect(try await ExportedFile.content(again.exportData()) == wanted, "died at write \(number)")
    }
    #expect(number > 3)
  }

  @Test("a file with a hostile value in any place is refused whole or harmless")
  func hostile() async throws {
    let test = try await filled()
    let data = try await test.tally.exportData()
    let (phone, network, _) = try await phone(test)
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
    _ = try await phone.watchlistStore.items()
    _ = try await phone.progressStore.progress(of: Self.show)
    network.isDown = false
    await phone.queue.flush()
  }

  @Test("a file of another service or account changes nothing, and a signed-out or reading service says why it cannot")
  func problems() async throws {
    let test = try await filled()
    let data = try await test.tally.exportData()
    let other = try await TestTally.signedIn(as: TallyWorld.otherAccount)
    await #expect { try await other.tally.importData(data) } throws: {
      ($0 as? ClientError)?.importProblem == .anotherAccount
    }
    let shelf = ExportedFile.signed(with(try JSONValue(parsing: data)) { $0["service"] = "shelf" })
    await #expect { try await test.tally.importData(shelf) } throws: {
      ($0 as? ClientError)?.importProblem == .anotherService
    }
    let reading = TallyService(reading: .fake, environment: test.environment)
    #expect(try await ExportedFile.content(reading.exportData()) == ExportedFile.content(data))
    await #expect { try await reading.importData(data) } throws: { ($0 as? ClientError)?.detail == "inUse" }
    let nobody = TestTally()
    await #expect { try await nobody.tally.exportData() } throws: { ($0 as? ClientError)?.kind == .signedOut }
    await #expect { try await nobody.tally.importData(data) } throws: { ($0 as? ClientError)?.kind == .signedOut }
    let token = try #require(try await test.tally.client.session.heldCredentials()).access.reveal()
    #expect(!String(decoding: data, as: UTF8.self).contains(token))
  }
}
