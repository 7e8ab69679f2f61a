import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

extension Attacks {
  @Suite("What a disk may do to the files that are kept", .serialized)
  struct FileTests {
    @Test(
      "a flipped bit costs one record at most, what is lost is set aside and reported, and no answer is needed for the rest",
      arguments: AttackedService.all)
    func flippedBits(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      #expect(used.waitingIDs.count >= 5)
      let known = Dictionary(uniqueKeysWithValues: used.records.map { ($0.id, $0) })
      for (path, data) in used.files.sorted(by: { $0.key < $1.key }) where !data.isEmpty {
        let bits = Array(0..<data.count * 8)
        for bit in Self.sample(bits, LongRuns.isOn ? 40 : 1) {
          let copy = try used.copy(files: used.files.merging([path: data.flipped(bit)]) { $1 })
          let launch = try await copy.device.launch()
          await launch.settle()
          let name: Comment = "\(service) \(path) bit \(bit)"
          let records = try await launch.queue.all()
          #expect(records.allSatisfy { known[$0.id] != nil }, name)
          // If a change's newest record is lost, its older one counts, and the change is sent again.
          let whole = records.count { known[$0.id] == $0 }
          #expect(whole >= used.records.count - 1, name)
          let isSame = try await launch.shown() == used.shown
          // Without lost changes the app must show the same, except for answers, which the server can send again.
          if whole == used.records.count, !path.contains("/answers/") { #expect(isSame, name) }
          if whole < used.records.count || !isSame {
            #expect(copy.memory.contents.contains { $0.key.hasPrefix(path) && $0.key.hasSuffix(".damaged") }, name)
            #expect(!launch.storageReports.isEmpty, name)
          }
        }
      }
    }

    @Test("records that stand in each other's places are all read", arguments: AttackedService.all)
    func swapped(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      let journals = used.files.filter { $0.key.hasSuffix(".journal") }
      #expect(!journals.isEmpty)
      for (path, data) in journals {
        let records = JournalFile(data).payloads.map(JournalFile.record)
        #expect(JournalFile.head + records.joined() == data)
        let pairs = records.indices.flatMap { first in records.indices.dropFirst(first + 1).map { (first, $0) } }
        for (first, second) in Self.sample(pairs, LongRuns.isOn ? 60 : 2) {
          var swapped = records
          swapped.swapAt(first, second)
          let copy = try used.copy(files: used.files.merging([path: JournalFile.head + swapped.joined()]) { $1 })
          let launch = try await copy.device.launch()
          await launch.settle()
          #expect(try await launch.queue.all() == used.records, "\(service) \(path) \(first), \(second)")
          #expect(try await launch.shown() == used.shown, "\(service) \(path) \(first), \(second)")
        }
      }
    }

    @Test(
      "a flipped bit in a stored sign-in is reported and asks for a sign-in: no other bytes go out",
      arguments: AttackedService.all)
    func flippedSignIn(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      for (key, secret) in used.secrets where !UsedDevice.secretsOfDevice.contains(key) {
        let whole = Data(secret.reveal().utf8)
        for bit in Self.sample(Array(0..<whole.count * 8), LongRuns.isOn ? 200 : 4) {
          // Flip the bit in the file itself, because the result may not be text.
          let memory = MemoryFileSystem(used.files)
          let store = FileSecretStore(files: memory)
          try store.write(secret, key: key)
          let path = try #require(memory.contents.keys.first { $0.hasPrefix("secrets/") })
          try memory.replace(path, with: whole.flipped(bit))
          let launch = try await used.world.device(memory, store).launch()
          _ = used.world.answers.takeRequests()
          used.world.answers.isDown = false
          await launch.settle()
          used.world.answers.isDown = true
          #expect(try await launch.client.session.status() == .signedOut, "\(service) bit \(bit)")
          #expect(launch.storageReports.contains { $0.contains("damaged") }, "\(service) bit \(bit)")
          let sent = used.world.answers.takeRequests()
          #expect(sent.allSatisfy { $0.fields["Authorization"] == nil && $0.fields["x-refresh-token"] == nil })
          #expect(memory.contents.filter { used.files[$0.key] != nil && $0.key.hasPrefix(used.folder) }.count > 0)
        }
      }
    }

    /// Evenly spread over all of them; no stride that meets the same place of each byte.
    private static func sample<Case>(_ cases: [Case], _ count: Int) -> [Case] {
      guard cases.count > count else { return cases }
      let random = SeededRandom(seed: 7)
      return (0..<count).map { part in
        let (from, to) = (cases.count * part / count, cases.count * (part + 1) / count)
        return cases[from + Int(random.next() % UInt64(to - from))]
      }
    }
  }
}
