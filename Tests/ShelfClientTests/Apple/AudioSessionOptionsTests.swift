import Foundation
import Testing

@testable import ShelfClient

@Suite("The settings of the audio session")
struct AudioSessionOptionsTests {
  @Test("sound is long-form and stops other apps, or plays beside them and is not long-form")
  func mixing() {
    var settings = PlaybackSettings()
    #expect(!AudioSessionOptions(settings).mixesWithOthers && AudioSessionOptions(settings).isLongForm)
    settings.mixesWithOthers = true
    #expect(AudioSessionOptions(settings).mixesWithOthers && !AudioSessionOptions(settings).isLongForm)
  }

  @Test("the choice is stored, and settings of an earlier version stop other apps")
  func stored() throws {
    var settings = PlaybackSettings()
    settings.mixesWithOthers = true
    let stored = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(PlaybackSettings.self, from: stored).mixesWithOthers)
    #expect(try !JSONDecoder().decode(PlaybackSettings.self, from: Data("{}".utf8)).mixesWithOthers)
  }
}
