import MediaTesting
import Testing

@testable import MediaCore

@MainActor
@Suite("States as a stream")
struct StatesTests {
  private final class CountModel: ViewModel {
    let publisher = StatePublisher(0)
  }

  @Test("begins with the state now and goes on with each that is published")
  func states() async {
    let model = CountModel()
    var states = model.states.makeAsyncIterator()
    #expect(await states.next() == 0)
    model.publisher.state = 1
    #expect(await states.next() == 1)
    model.publisher.state = 2
    #expect(await states.next() == 2)
  }

  @Test("a reader that takes its time gets the newest")
  func newest() async {
    let model = CountModel()
    var states = model.states.makeAsyncIterator()
    for number in 1...3 {
      model.publisher.state = number
      await model.publisher.delivered()
    }
    #expect(await states.next() == 3)
  }

  @Test("ends with the view model")
  func end() async {
    var model: CountModel? = CountModel()
    guard let states = model?.states else { return }
    model = nil
    var seen: [Int] = []
    for await state in states { seen.append(state) }
    #expect(seen == [0])
  }

  @Test("observes nothing any more once its reader is gone")
  func release() async {
    let model = CountModel()
    do {
      var states = model.states.makeAsyncIterator()
      #expect(await states.next() == 0)
      #expect(model.publisher.observerCount == 1)
    }
    model.publisher.state = 1
    await model.publisher.delivered()
    #expect(model.publisher.observerCount == 0)
  }
}
