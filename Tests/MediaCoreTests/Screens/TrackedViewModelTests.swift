#if canImport(Observation)
  import MediaTesting
  import Observation
  import Testing

  @testable import MediaCore

  @MainActor
  @Suite("A view model for Observation")
  struct TrackedViewModelTests {
    struct Counts: Equatable, Sendable {
      var first = 0
      var second = 0
    }

    private final class CountModel: ViewModel {
      let publisher = StatePublisher(Counts())
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("whoever reads the state is notified once it is another one, and reads the new one then")
    func tracking() async {
      let model = CountModel()
      let tracked = model.tracked()
      let changes = Counter()
      let read = withObservationTracking {
        tracked.first
      } onChange: {
        changes.add()
      }
      #expect(read == 0)
      model.publisher.state = Counts()
      await model.publisher.delivered()
      #expect(changes.value == 0)
      model.publisher.state.first = 5
      await model.publisher.delivered()
      #expect(changes.value == 1)
      #expect(tracked.first == 5)
      #expect(tracked.state == Counts(first: 5))
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    @Test("ends with its last holder, and the view model with it")
    func release() async {
      weak var model: CountModel?
      do {
        let held = CountModel()
        model = held
        let tracked = held.tracked()
        #expect(tracked.model === held)
      }
      #expect(model == nil)
    }
  }
#endif
