import Runner

/// Walks every flow of VaultClient, against a server built in, or a real one with `--server URL --username NAME` (use an account
/// for trying things that has a few films and a series: flows change marks and titles, and put them back).
@main
struct VaultExample {
  static func main() async {
    await Runner(
      passwordVariable: "VAULT_PASSWORD",
      flows: ReadingFlows.all + AccountFlows.all + Auth0Flows.all + MarkFlows.all + EditFlows.all + ListFlows.all
        + SearchFlows.all + ImportFlows.all + ScreenFlows.all + OfflineFlows.all + OfflineListFlows.all
        + ClosingFlows.all,
      makeStage: VaultStage.make
    ).run()
  }
}
