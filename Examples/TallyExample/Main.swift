import Runner

/// Walks every flow of TallyKit, against a server built in, or a real one with `--server URL --username E-MAIL` (use an account
/// for trying things; with a real server only flows run that leave everything as it was).
@main
struct TallyExample {
  static func main() async {
    await Runner(
      passwordVariable: "TALLY_PASSWORD",
      flows: ReadingFlows.all + AccountFlows.all + SearchFlows.all + ProgressFlows.all + CalendarFlows.all
        + ListFlows.all + MyShowsFlows.all + ShowFlows.all + AccountChangeFlows.all + SignInFlows.all
        + OperatorFlows.all + OfflineFlows.all + WidgetFlows.all + IntentFlows.all + ConflictFlows.all + MovingFlows.all
        + [Flow("account-as-it-was") { try await $0.verify() }],
      makeFixture: TallyStage.make
    ).run()
  }
}
