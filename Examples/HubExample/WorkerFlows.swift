import HubClient
import HubTesting
import Runner

/// Flows of the Worker, always against the built-in one.
enum WorkerFlows {
  private static func make() -> (server: FakeWorkerServer, worker: WorkerService, network: FaultTransport) {
    let server = FakeWorkerServer()
    let network = FaultTransport(server.transport)
    let worker = WorkerService(
      server: .fake, transport: network, environment: .manual(clock: ManualClock(passing: .everything)))
    return (server, worker, network)
  }

  static let all: [Flow<HubFixture>] = [
    Flow("worker-calls", needsFake: true) { _ in
      let (server, worker, _) = make()
      try await worker.api.check()
      let about = try await worker.api.about()
      let answer = try await worker.api.register([HubWorld.harbour, HubWorld.workshop])
      try expect(answer.inserted == 1 && answer.totalChannels == 3, "one new channel")
      try expect(server.channels.contains(HubWorld.harbour), "it at the server")
      let names = try await worker.api.channels().map(\.displayTitle)
      return "\(about); \(names.joined(separator: ", "))"
    },
    Flow("worker-feed", needsFake: true) { fixture in
      let (server, worker, _) = make()
      try await worker.library.channels.setWanted(HubFixture.channels)
      let model = await FeedViewModel(worker: worker)
      _ = await model.after { $0.refresh() }
      server.publish(fixture.upload("workerNew01"))
      let state = await model.after { $0.refresh() }
      try expect(state.videos.first?.videoId == "workerNew01" && state.videos.count == 8, "eight, the new one first")
      try expect(state.lastOutcome?.reconcile == .skipped, "nothing to reconcile")
      let isDue = try await worker.library.videos.isSyncDue()
      try expect(!isDue, "no fetch right after one")
      return try require(state.notice, "a toast")
    },
    Flow("worker-new-phone", needsFake: true) { _ in
      let (_, worker, _) = make()
      try await worker.library.channels.setWanted(HubFixture.channels)
      let file = try await worker.exportData()
      let (_, phone, _) = make()
      let report = try await phone.importData(file)
      let wanted = try await phone.library.channels.wanted()
      try expect(report.hasChanged && wanted == HubFixture.channels, "the wanted channels")
      let waiting = try await phone.library.channels.pending()
      try expect(waiting.allSatisfy { !$0.isRefused }, "no refused registration")
      return "\(wanted?.count ?? 0) channels on the new phone"
    },
    Flow("worker-small-device", needsFake: true) { _ in
      let server = FakeWorkerServer()
      let worker = WorkerService(
        server: .fake, transport: server.transport, environment: .manual(clock: ManualClock(passing: .everything)),
        capacity: 5)
      try await worker.library.channels.setWanted(HubFixture.channels)
      await worker.library.refresher.refresh(.pull(force: false))
      let known = try await worker.library.videos.known()
      try expect(known.videos.count == 5 && known.isTruncated, "five, and it is said that there are more")
      return "\(known.videos.count) of 7 kept, and the screen says so"
    },
    Flow("worker-added-channel", needsFake: true) { _ in
      let (_, worker, _) = make()
      try await worker.library.channels.setWanted([HubWorld.workshop])
      await worker.library.refresher.refresh(.pull(force: false))
      let before = try await worker.library.videos.known().videos.count
      try await worker.library.channels.add(HubWorld.kitchen)
      await worker.library.refresher.refresh(.pull(force: false))
      let after = try await worker.library.videos.known().videos.count
      try expect(before == 4 && after == 7, "four, then seven")
      await worker.forget()
      try expect(try await worker.library.videos.known().videos.isEmpty, "nothing once it is forgotten")
      return "the added one from its start, the other from where it was"
    },
    Flow("offline-worker", needsFake: true) { _ in
      let (server, worker, network) = make()
      network.isDown = true
      try await worker.library.channels.setWanted([HubWorld.harbour])
      let state = await FeedViewModel(worker: worker).after { $0.refresh() }
      try expect(state.error != nil && !server.channels.contains(HubWorld.harbour), "nothing went out")
      network.isDown = false
      await worker.library.refresher.refresh(.pull(force: false))
      try expect(server.channels.contains(HubWorld.harbour), "the channel at the server")
      return try require(state.notice, "a text")
    },
  ]
}
