import Runner

/// Walks every flow of ShelfClient, against a server built in, or a real one with `--server URL --username NAME` (use an account
/// for trying things: flows change progress and put it back).
@main
struct ShelfExample {
  static func main() async {
    await Runner(
      passwordVariable: "SHELF_PASSWORD",
      flows: AccountFlows.all + SecurityFlows.all + BrowsingFlows.all + LibraryFlows.all + PeopleFlows.all
        + CollectionFlows.all + PlaylistFlows.all + ScreenFlows.all + RowFlows.all + MediaFlows.all + FeedFlows.all
        + PlaybackFlows.all + HistoryFlows.all + PlayerFlows.all + ListeningFlows.all + LatestFlows.all
        + OfflineFlows.all + OfflineListFlows.all + DownloadFlows.all + SharingFlows.all + ClosingFlows.all,
      makeFixture: ShelfFixture.make, prepare: { fixture, flow in try await fixture.prepare(for: flow.id) }
    ).run()
  }
}
