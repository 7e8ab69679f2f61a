import Runner

/// Walks every flow of ShelfClient, against a server built in, or a real one with `--server URL --username NAME` (use an account
/// for trying things: flows change progress and put it back).
@main
struct ShelfExample {
  static func main() async {
    await Runner(
      passwordVariable: "SHELF_PASSWORD",
      flows: AccountFlows.all + BrowsingFlows.all + ScreenFlows.all + PlaybackFlows.all + PlayerFlows.all
        + LatestFlows.all + OfflineFlows.all + DownloadFlows.all
        + ClosingFlows.all,
      makeFixture: ShelfFixture.make
    ).run()
  }
}
