import Stage
import Testing

@MainActor
@Suite("The stories of the playground")
struct StoryTests {
  @Test("each step of a story is seen", arguments: Story.all.indices)
  func plays(_ index: Int) async throws {
    let stage = Stage()
    try await stage.open()
    let story = Story.all[index]
    let run = await stage.run(story)
    #expect(run.isOver)
    #expect(run.lines.filter { !$0.isTrue }.map(\.text) == [])
    #expect(run.lines.isEmpty == false)
  }

  @Test("two stories one after the other do not disturb each other")
  func inARow() async throws {
    let stage = Stage()
    try await stage.open()
    for story in Story.all {
      let run = await stage.run(story)
      #expect(run.isTrue, "\(story.name)")
    }
  }
}
