import MediaCore

struct LiveGuideAPI: GuideAPI {
  let client: ServiceClient

  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide {
    try await client.send(try await acting(GuideEndpoints.guide(from: start, to: end, country: country)))
  }

  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  {
    try await client.send(GuideEndpoints.guide(ofDemoUser: user, from: start, to: end, country: country))
  }

  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem {
    try await client.send(try await acting(GuideEndpoints.addToDemoList(show, title: title, status: status)))
  }

  func demoList(status: WatchStatus?) async throws(ClientError) -> DemoList {
    try await client.send(try await acting(GuideEndpoints.demoList(status: status)))
  }

  /// Who acts is read from the sign-in, and without one the server acts as its demo user: right for somebody who is not
  /// signed in, and not for somebody whose sign-in has run out.
  private func acting<Answer>(_ endpoint: Endpoint<Answer>) async throws(ClientError) -> Endpoint<Answer> {
    if case .signedOut = try await client.session.status() { return endpoint }
    var endpoint = endpoint
    endpoint.traits.credentials = .required
    return endpoint
  }
}
