import HubClient
import HubTesting
import Runner

/// Walks every flow of HubClient, against a Hub and a Worker that are built in, or a real Hub with `--server URL
/// --username USER-ID`.
///
/// Use an id that is only for tests: a Hub can add channels to a user but never removes one. Each run also leaves about ten new users
/// `example-…` at a real Hub, with two channels of invented ids that never get a video. Flows that need the videos of the sample world are
/// left out there; the demo server, which has them, runs them over HTTP also.
@main
struct HubExample {
  static func main() async {
    let flows =
      CallFlows.all + RefreshFlows.all + ScreenFlows.all + ChannelFlows.all + OfflineFlows.all + WorkerFlows.all
      + MovingFlows.all + IntentFlows.all
      + ClosingFlows.all
    let hasVideos = await hasSampleVideos(server: CommandLine.arguments)
    await Runner(
      passwordVariable: "HUB_PASSWORD",
      flows: flows.map { flow in
        !hasVideos && needVideos.contains(flow.id) ? Flow(flow.id, needsFake: true, flow.run) : flow
      }, makeFixture: HubFixture.make
    ).run()
  }

  private static let needVideos: Set<String> = [
    "feed-cursor-is-a-dead-end", "filters-and-counts", "watch-statuses", "remove-channel-here", "offline-feed-stays",
    "offline-damaged-files",
  ]

  /// Whether the server of the command line shows the sample world: a real one does not have its user. True without an option.
  private static func hasSampleVideos(server arguments: [String]) async -> Bool {
    if arguments.contains(Arguments.World.sparse.rawValue) { return false }
    guard let option = arguments.firstIndex(of: "--server"), let text = arguments.dropFirst(option + 1).first,
      let address = try? ServerAddress(text), let user = HubUserID(HubWorld.sampleUser)
    else { return true }
    let environment = ClientEnvironment(
      clock: SystemClock(), random: SystemRandom(), files: MemoryFileSystem(), secrets: MemorySecretStore())
    let page = try? await HubService(server: address, user: user, environment: environment).feed.newest()
    return page?.videos.contains { $0.channelId == HubWorld.workshop } ?? false
  }
}
