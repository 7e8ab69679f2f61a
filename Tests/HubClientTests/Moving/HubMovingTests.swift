import Foundation
import HubTesting
import TestSupport
import Testing

@testable import HubClient
@testable import MediaCore

@Suite("Moving a Hub's user to another device")
struct HubMovingTests {
  private func picture(_ name: String = "kitchen") throws -> URL {
    try #require(URL(string: "https://pictures.example.test/\(name).png"))
  }

  /// A device that knows something of each kind, and has registered nothing yet.
  private func filled() async throws -> TestHub {
    let test = TestHub(as: FakeAccount(username: "newcomer", password: ""), clock: ManualClock(passing: .everything))
    let library = test.hub.library
    test.faults.isDown = true
    try await library.channels.setWanted([HubWorld.harbour, HubWorld.kitchen])
    try await library.channels.setTitles([HubWorld.kitchen: "Bread & Soup"])
    try await library.channels.setPictures([HubWorld.kitchen: picture()])
    try await library.statuses.set(.watched, for: ["wkshopPlane", "kitchenRye1"])
    try await library.videos.hide("kitchenRye1")
    try await library.reconciler.setFrequency(.hour)
    await library.queue.settled()
    return test
  }

  private func phone(
    _ test: TestHub, of data: Data, files: any FileSystem = MemoryFileSystem()
  ) throws -> (hub: HubService, network: FaultTransport, environment: ClientEnvironment) {
    let network = FaultTransport(test.server.transport)
    let environment = ClientEnvironment.manual(clock: test.clock, seed: 5, files: files)
    let user = try HubUserID(exportedIn: data)
    return (HubService(server: .fake, user: user, transport: network, environment: environment), network, environment)
  }

  private func problem<Value>(_ body: () async throws(HubError) -> Value) async -> ClientError? {
    do throws(HubError) {
      _ = try await body()
      return nil
    } catch { return error.clientError }
  }

  @Test("takes user, channels, statuses, hidden videos and settings along without a network")
  func newPhone() async throws {
    let test = try await filled()
    let data = try await test.hub.exportData()
    let (phone, network, _) = try phone(test, of: data)
    #expect(phone.user == test.hub.user)
    network.isDown = true
    let report = try await phone.importData(data)
    #expect(report["channels"]?.taken == 2)
    #expect(report["watchStatuses"]?.taken == 2)
    #expect(report["hiddenVideos"]?.taken == 1)
    #expect(report["reconciling"]?.taken == 1)
    #expect(report["changes"]?.taken == 1)
    #expect(try await ExportedFile.content(phone.exportData()) == ExportedFile.content(data))
    #expect(try await phone.library.channels.pictures() == [HubWorld.kitchen: picture()])
    #expect(try await phone.library.channels.titles() == [HubWorld.kitchen: "Bread & Soup"])
    network.isDown = false
    await phone.library.refresher.refresh(.pull(force: false))
    #expect(try await phone.library.channels.missing().isEmpty)
    let registrations = test.server.count(.hubChannelsRegister)
    #expect(try await phone.importData(data).hasChanged == false)
    await phone.queue.flush()
    #expect(test.server.count(.hubChannelsRegister) == registrations)
  }

  @Test("wants the channels of both devices, and takes the later status of each video")
  func merge() async throws {
    let test = try await filled()
    let (phone, network, _) = try phone(test, of: try await test.hub.exportData())
    network.isDown = true
    await test.clock.advance(by: .seconds(10))
    try await phone.library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    let own = try picture("own")
    try await phone.library.channels.setPictures([HubWorld.kitchen: own])
    try await phone.library.statuses.set(.skipped, for: ["wkshopPlane", "kitchenRye1"])
    await test.clock.advance(by: .seconds(10))
    try await test.hub.library.statuses.set(.unwatched, for: ["kitchenRye1"])
    try await phone.library.reconciler.setFrequency(.sixHours)
    let report = try await phone.importData(test.hub.exportData())
    #expect(try await phone.library.channels.wanted() == [HubWorld.workshop, HubWorld.kitchen, HubWorld.harbour])
    #expect(try await phone.library.statuses.status(of: "wkshopPlane") == .skipped)
    #expect(try await phone.library.statuses.status(of: "kitchenRye1") == .unwatched)
    #expect(try await phone.library.channels.pictures() == [HubWorld.kitchen: own])
    #expect(report["watchStatuses"]?.merged == 1)
    #expect(report["watchStatuses"]?.skipped == [.newerHere: 1])
    #expect(report["reconciling"]?.skipped == [.setHere: 1])
    // The import registers no channels: the three still wait.
    #expect(try await phone.library.channels.missing().count == 3)
  }

  @Test("an import that dies at any write is complete after the next one, with nothing twice")
  func dying() async throws {
    let test = try await filled()
    let data = try await test.hub.exportData()
    let wanted = try ExportedFile.content(data)
    var (number, survived) = (0, false)
    while !survived {
      number += 1
      let files = MemoryFileSystem()
      let (mortal, network, environment) = try phone(test, of: data, files: DyingFileSystem(files, at: number))
      network.isDown = true
      survived = (try? await mortal.importData(data)) != nil
      var next = environment.relaunched()
      next.files = files
      let again = HubService(server: .fake, user: mortal.user, transport: network, environment: next)
      try await again.importData(data)
      #expect(try await ExportedFile.content(again.exportData()) == wanted, "died at write \(number)")
    }
    #expect(number > 6)
  }

  @Test("a full disk is an error, also for watch statuses, and a later import completes it")
  func fullDisk() async throws {
    let test = try await filled()
    let data = try await test.hub.exportData()
    let files = MemoryFileSystem()
    let (phone, network, _) = try phone(test, of: data, files: files)
    network.isDown = true
    files.isLocked = true
    #expect(await problem { () async throws(HubError) in try await phone.importData(data) }?.kind == .storage)
    files.isLocked = false
    try await phone.importData(data)
    #expect(try await ExportedFile.content(phone.exportData()) == ExportedFile.content(data))
  }

  @Test("a file with a hostile value in any place is refused whole or harmless")
  func hostile() async throws {
    let test = try await filled()
    let data = try await test.hub.exportData()
    let (phone, network, _) = try phone(test, of: data)
    network.isDown = true
    var refused = 0
    for (name, spoilt) in try ExportedFile.spoilt(data) {
      guard let error = await problem({ () async throws(HubError) in try await phone.importData(spoilt) }) else {
        continue
      }
      #expect(error.importProblem != nil, "\(name): \(error)")
      refused += 1
    }
    #expect(refused > 50)
    network.isDown = false
    await phone.library.refresher.refresh(.pull(force: false))
    _ = try await phone.library.statuses.records()
  }

  @Test("a file of another service or user changes nothing, and a reading service exports only")
  func problems() async throws {
    let test = try await filled()
    let data = try await test.hub.exportData()
    let other = TestHub(as: FakeAccount(username: "somebody", password: ""))
    let another = await problem { () async throws(HubError) in try await other.hub.importData(data) }
    #expect(another?.importProblem == .anotherAccount)
    let shelf = ExportedFile.signed(with(try JSONValue(parsing: data)) { $0["service"] = "shelf" })
    let foreign = await problem { () async throws(HubError) in try await test.hub.importData(shelf) }
    #expect(foreign?.importProblem == .anotherService)
    #expect(foreign.map { HubError.storageFailed($0).text(.english) } == "This file is of another service.")
    #expect(throws: HubError.self) { try HubUserID(exportedIn: shelf) }
    #expect(throws: HubError.self) { try HubUserID(exportedIn: Data("{}".utf8)) }
    let reading = try HubService(reading: .fake, environment: test.environment)
    #expect(try await ExportedFile.content(reading.exportData()) == ExportedFile.content(data))
    let refusal = await problem { () async throws(HubError) in try await reading.importData(data) }
    #expect(refusal?.detail == "inUse")
  }

  @Test("a Worker's data moves too")
  func worker() async throws {
    let clock = ManualClock(passing: .everything)
    let network = FaultTransport(FakeTransport())
    network.isDown = true
    let old = WorkerService(server: .fake, transport: network, environment: .manual(clock: clock))
    try await old.library.channels.setWanted([HubWorld.harbour])
    let data = try await old.exportData()
    let new = WorkerService(server: .fake, transport: network, environment: .manual(clock: clock, seed: 5))
    let report = try await new.importData(data)
    #expect(report["channels"]?.taken == 1)
    #expect(try await new.library.channels.wanted() == [HubWorld.harbour])
    #expect(try await new.importData(data).hasChanged == false)
  }
}
