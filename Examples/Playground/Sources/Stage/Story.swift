import Panels

/// A short play on the stage: steps, each with a sentence and what must be seen after it.
public struct Story: Sendable {
  /// A step of a story.
  struct Step: Sendable {
    var text: String
    var act: @MainActor @Sendable (Stage, inout StoryNotes) async throws -> Void
    /// Whether what the sentence says can be seen; asked again for ten seconds of the stage's clock.
    var isSeen: @MainActor @Sendable (Stage, StoryNotes) async throws -> Bool

    /// - Parameters:
    ///   - act: what happens.
    ///   - isSeen: whether what the sentence says can be seen after it.
    init(
      _ text: String,
      act: @escaping @MainActor @Sendable (Stage, inout StoryNotes) async throws -> Void = { _, _ in },
      isSeen: @escaping @MainActor @Sendable (Stage, StoryNotes) async throws -> Bool
    ) {
      (self.text, self.act, self.isSeen) = (text, act, isSeen)
    }
  }

  /// Part of its button's id.
  public let name: String
  public let title: String
  public let summary: String
  let steps: [Step]

  public static let all = [offlineMark, conflict, lostAnswer, renewal, killedDownload]
}

/// Notes of a story's earlier steps for its later ones.
struct StoryNotes: Sendable {
  var text = ""
  var number = 0
  /// A place in what is played, in seconds.
  var start = 0.0
  /// A count of the story: seconds of listening, answers or launches.
  var count = 0
}

/// A story that plays, or has been played.
@MainActor
public final class StoryRun {
  public struct Line: Sendable, Equatable {
    public var text: String
    /// Whether what the sentence says was seen.
    public var isTrue: Bool
  }

  public let story: Story
  public private(set) var lines: [Line] = []
  public private(set) var isOver = false
  /// Whether each step so far was seen.
  public var isTrue: Bool { lines.allSatisfy(\.isTrue) }
  private let stage: Stage
  private let changed: () -> Void

  init(_ story: Story, on stage: Stage, changed: @escaping () -> Void) {
    self.story = story
    self.stage = stage
    self.changed = changed
  }

  func play() async {
    var notes = StoryNotes()
    for step in story.steps {
      let isTrue = await run(step, &notes)
      lines.append(Line(text: step.text, isTrue: isTrue))
      changed()
      if !isTrue { break }
      await stage.betweenSteps()
    }
    for device in stage.devices {
      device.conditions = NetworkFaults()
      device.isDiskFull = false
    }
    isOver = true
    changed()
  }

  /// An error counts as not seen.
  private func run(_ step: Story.Step, _ notes: inout StoryNotes) async -> Bool {
    do {
      try await step.act(stage, &notes)
      for _ in 0..<100 {
        if try await step.isSeen(stage, notes) { return true }
        await stage.pass(.milliseconds(100))
      }
    } catch {}
    return false
  }
}
