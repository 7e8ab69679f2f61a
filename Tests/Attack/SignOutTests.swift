import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

extension Attacks {
  @Suite("What a sign-out leaves", .serialized)
  struct SignOutTests {
    struct Case: Sendable, CustomTestStringConvertible {
      let service: AttackedService
      let pending: PendingWork

      var testDescription: String { "\(service) \(pending)" }

      static let all = AttackedService.all.flatMap { service in
        [PendingWork.keep, .discard].map { Case(service: service, pending: $0) }
      }
    }

    @Test(
      "wherever the process dies in it, and whatever is refused, it has not begun or the next launch finishes it",
      arguments: Case.all)
    func crashes(_ attacked: Case) async throws {
      let used = try await UsedDevice.make(attacked.service)
      guard attacked.pending == .discard || used.keepsPending else { return }
      #expect(used.words.contains(UsedDevice.waiting))
      let undisturbed = try await signOut(used, attacked.pending, nil, at: 0)
      let kept = try await left(undisturbed.copy, used, attacked.pending, "\(attacked)")
      #expect(kept == (attacked.pending == .keep ? used.keptIDs : []))
      #expect(undisturbed.count >= 3)
      for kind in Trouble.Kind.allCases {
        for number in LongRuns.all(of: Array(0..<undisturbed.count), orEach: 19) {
          let name = "\(attacked) \(kind) at \(number)"
          let copy = try await signOut(used, attacked.pending, kind, at: number).copy
          let isMarked = copy.memory.contents.keys.contains { $0.hasPrefix("erasing/") }
          let launch = try await copy.device.launch()
          let status = try await launch.client.session.status()
          let all = Set(try await allIDs(launch))
          if kind == .dies, !isMarked, used.hasSignIn ? status.account != nil : all == Set(used.records.map(\.id)) {
            // The process died before the sign-out began.
            #expect(used.waitingIDs.isSubset(of: all), "\(name)")
          } else {
            #expect(status == .signedOut, "\(name)")
            let found = try await left(copy, used, attacked.pending, name)
            // The next launch does not load the list of conflicts: it leaves conflicts in the queue, for the list to take them.
            let mayStay = try attacked.pending == .keep ? used.conflictIDs : []
            #expect(found.isSuperset(of: kept) && found.subtracting(kept).isSubset(of: mayStay), "\(name)")
          }
        }
      }
    }

    @Test("what was damaged before is erased too", arguments: AttackedService.all)
    func damaged(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      let files = used.files.mapValues { $0.isEmpty ? $0 : $0.flipped($0.count * 8 - 1) }
      let copy = try used.copy(files: files)
      let launch = try await copy.device.launch()
      await launch.settle()
      #expect(copy.memory.contents.keys.contains { $0.hasSuffix(".damaged") })
      #expect(!copy.places(of: used.words).isEmpty)
      try await launch.signOut(.discard)
      #expect(copy.places(of: used.words + [used.folder]) == [])
    }

    @Test(
      "a flipped bit in the mark of a sign-out discards nothing that was to be kept", arguments: AttackedService.all)
    func flippedMark(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      guard used.keepsPending else { return }
      var number = 0
      var marked: (files: [String: Data], path: String, mark: Data)?
      while marked == nil {
        let copy = try await signOut(used, .keep, .dies, at: number).copy
        number += 1
        let files = copy.memory.contents
        marked = files.first { $0.key.hasPrefix("erasing/") }.map { (files, $0.key, $0.value) }
      }
      let (files, path, mark) = try #require(marked)
      for bit in stride(from: 0, to: mark.count * 8, by: LongRuns.isOn ? 29 : 1999) {
        let copy = try used.copy(files: files.merging([path: mark.flipped(bit)]) { $1 })
        let launch = try await copy.device.launch()
        _ = try await allIDs(launch)
        #expect(try await left(copy, used, .keep, "\(service) bit \(bit)").isSuperset(of: used.waitingIDs))
      }
    }

    @Test(
      "a sign-in that ran out is known after a relaunch: what is kept is shown, and changes are recorded",
      arguments: AttackedService.all)
    func ranOut(service: AttackedService) async throws {
      let used = try await UsedDevice.make(service)
      guard used.hasSignIn else { return }
      let copy = try used.copy()
      let first = try await copy.device.launch()
      var scheme = AuthenticationScheme()
      scheme.renew = { (_) async throws(ClientError) in .refused }
      first.client.session.use(
        .init(scheme: scheme, serverNow: { nil }, isServerGenuine: { true }, observe: { _ in }))
      let grant = try #require(try await first.client.session.grant())
      await #expect(throws: ClientError.self) { _ = try await first.client.session.renew(after: grant) }

      let launch = try await copy.device.launch()
      guard case .expired(let account, _) = try await launch.client.session.status() else {
        Issue.record("\(service): \(try await launch.client.session.status())")
        return
      }
      #expect(
        copy.keychain.contents.values.allSatisfy { secret in
          !secret.reveal().contains(grant.credentials.access.reveal())
        })
      #expect(try await launch.client.accounts.account() == account)
      await launch.settle()
      #expect(try await launch.shown() == used.shown)
      #expect(try await launch.queue.all() == used.records)
      // An expired sign-in must record the same changes as a valid one.
      let signedIn = try await Self.recorded(try await used.copy().device.launch())
      let ranOut = try await Self.recorded(launch)
      #expect(ranOut == signedIn)
      let probe = try await launch.queue.submit(Probe(target: "expired", value: "expired"))
      let next = try await copy.device.launch()
      #expect(try await next.queue.open().contains { $0.id == probe.id })
      #expect(try await next.client.session.status().account == account)
    }

    /// The kinds of what waits after every call that leaves the sign-in alone. Their number depends on what was begun to be sent.
    private static func recorded(_ launch: AttackedLaunch) async throws -> Set<MutationKind> {
      for call in launch.calls where !call.name.hasPrefix("account") { _ = try? await call.run(Arguments()) }
      return Set(try await launch.queue.open().map(\.kind))
    }

    /// A device after a sign-out, and the number of its operations.
    private func signOut(
      _ used: UsedDevice, _ pending: PendingWork, _ kind: Trouble.Kind?, at number: Int
    ) async throws -> (copy: UsedDevice.Copy, count: Int) {
      let trouble = Trouble()
      let copy = try used.copy(trouble)
      let launch = try await copy.device.launch()
      await launch.settle()
      await launch.client.accounts.save()
      trouble.start(kind, at: number)
      do { try await launch.signOut(pending) } catch { #expect(typed(error) != nil) }
      await launch.queue.settled()
      let count = trouble.count
      trouble.start()
      // The process has ended: go on with the files and secrets that it left.
      let over = Trouble()
      over.start()
      let (memory, keychain) = (MemoryFileSystem(copy.memory.contents), MemorySecretStore())
      for (key, secret) in copy.keychain.contents { try keychain.write(secret, key: key) }
      return (UsedDevice.Copy(memory: memory, keychain: keychain, world: used.world, trouble: over), count)
    }

    /// The queue's records that are there once the same account is signed in again; with `discard` none of its data may be.
    private func left(
      _ copy: UsedDevice.Copy, _ used: UsedDevice, _ pending: PendingWork, _ name: String
    ) async throws -> Set<String> {
      #expect(!copy.memory.contents.keys.contains { $0.hasPrefix("erasing/") }, "\(name)")
      #expect(UsedDevice.secretsOfDevice.isSuperset(of: copy.keychain.contents.keys), "\(name)")
      if pending == .discard {
        #expect(copy.places(of: used.words + [used.folder]) == [], "\(name)")
      } else {
        // No data of the server is left: neither answers nor delivered changes.
        #expect(!copy.memory.contents.keys.contains { $0.contains("/answers/") }, "\(name)")
        #expect(copy.places(of: ["done-probe"]) == [], "\(name)")
      }
      for (key, secret) in used.secrets { try copy.keychain.write(secret, key: key) }
      return Set(try await allIDs(try await copy.device.launch()))
    }

    private func allIDs(_ launch: AttackedLaunch) async throws -> [String] {
      do { return try await launch.queue.all().map(\.id) } catch {
        guard error.kind == .signedOut else { throw error }
        return []
      }
    }
  }
}
