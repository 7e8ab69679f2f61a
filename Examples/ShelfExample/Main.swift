import Runner

/// Runs every flow of ShelfClient with the built-in server, or with a real one by `--server URL --username NAME` (use a test account:
/// flows change progress and restore it).
@main
struct ShelfExample {
  static func main() async {
    await Runner(
      passwordVariable: "SHELF_PASSWORD",
      flows: AccountFlows.all + SecurityFlows.all + BrowsingFlows.all + LibraryFlows.all + PeopleFlows.all
        + CollectionFlows.all + PlaylistFlows.all + ScreenFlows.all + RowFlows.all + MediaFlows.all + FeedFlows.all
        + PlaybackFlows.all + HistoryFlows.all + PlayerFlows.all + ListeningFlows.all + LatestFlows.all
        + HomeFlows.all + RuleFlows.all
        + OfflineFlows.all + OfflineListFlows.all + DownloadRuleFlows.all + DownloadFlows.all + ManagingFlows.all
        + SharingFlows.all + LiveFlows.all + WidgetFlows.all + SurfaceFlows.all + IntentFlows.all + EpisodeFlows.all
        + AddressFlows.all + ServerFlows.all
        + MovingFlows.all
        + ClosingFlows.all,
      makeFixture: ShelfFixture.make, prepare: { fixture, flow in try await fixture.prepare(for: flow.id) }
    ).run()
  }
}
