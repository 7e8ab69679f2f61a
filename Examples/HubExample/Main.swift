import Runner

/// Walks every flow of HubClient, against a Hub and a Worker that are built in, or a real Hub with `--server URL --username USER-ID`
/// (use an id for trying things: a Hub can add channels to a user and never takes one away).
@main
struct HubExample {
  static func main() async {
    await Runner(
      passwordVariable: "HUB_PASSWORD",
      flows: CallFlows.all + RefreshFlows.all + ScreenFlows.all + OfflineFlows.all + WorkerFlows.all + ClosingFlows.all,
      makeStage: HubStage.make
    ).run()
  }
}
