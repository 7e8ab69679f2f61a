import Runner

/// Runs every flow of VaultClient, against a built-in server, or a real one with `--server URL --username NAME` (use a
/// test account that has a few films and a series: flows change marks and titles, and restore them).
@main
struct VaultExample {
  static func main() async {
    await Runner(
      passwordVariable: "VAULT_PASSWORD",
      flows: ReadingFlows.all + AccountFlows.all + Auth0Flows.all + MarkFlows.all + EditFlows.all + ListFlows.all
        + SearchFlows.all + ImportFlows.all + ScreenFlows.all + ScreenActionFlows.all + TitleFlows.all
        + ConnectingFlows.all
        + OfflineFlows.all + OfflineListFlows.all + ConflictFlows.all + MovingFlows.all
        + WidgetFlows.all + IntentFlows.all + ClosingFlows.all,
      makeFixture: VaultFixture.make
    ).run()
  }
}
