import TallyKit
import TallyTesting
import Testing

@MainActor @Test("the search asks once after the last letter") func searchesOnceAfterTheLastLetter() async throws {
  let test = try await TestTally.signedIn()
  let search = SearchViewModel(tally: test.tally)
  search.query = "light"
  search.query = "lighthouse"
  await test.clock.sleepers(atLeast: 1)
  await test.clock.advance(by: .milliseconds(400))
  await search.settled()
  #expect(search.state.results.isEmpty == false)
  #expect(test.server.count(.tallyShowSearch) == 1)
}
