import MediaCore

struct LiveGuideAPI: GuideAPI {
  let client: ServiceClient

  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide {
    try await client.send(GuideEndpoints.guide(from: start, to: end, country: country))
  }

  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  {
    try await client.send(GuideEndpoints.guide(ofDemoUser: user, from: start, to: end, country: country))
  }

  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem {
    try await client.send(GuideEndpoints.addToDemoList(show, title: title, status: status))
  }

  func demoList(status: WatchStatus?) async throws(ClientError) -> DemoList {
    try await client.send(GuideEndpoints.demoList(status: status))
  }
}
