import MediaTesting
import Testing

@Suite("The router of the fake servers")
struct RouterTests {
  private func found<Access, Handler>(_ match: FakeRouter<Access, Handler>.Match) -> Handler? {
    if case .route(let route, _) = match { route.handler } else { nil }
  }

  private func route(_ method: String, _ path: String, _ access: Bool = true) -> FakeRoute<Bool, String> {
    FakeRoute(method, path, access: access, handler: "\(method) \(path)")
  }

  @Test("the first route that fits answers, and its places are filled with the parts as they came")
  func order() {
    let router = FakeRouter([route("GET", "/shows/popular"), route("GET", "/shows/:id"), route("GET", "/shows/:id/x")])
    #expect(found(router.find("GET", ["shows", "popular"])) == "GET /shows/popular")
    guard case .route(let route, let places) = router.find("GET", ["shows", "A%b"]) else {
      Issue.record("no route")
      return
    }
    #expect(route.handler == "GET /shows/:id")
    #expect(places == ["id": "A%b"])
    #expect(found(router.find("GET", ["shows"])) == nil)
    #expect(found(router.find("GET", ["Shows", "1"])) == nil)
  }

  @Test("letter case counts unless the server ignores it, and a place keeps its own")
  func letterCase() {
    let router = FakeRouter([route("GET", "/API/users/:id")], ignoresCase: true)
    guard case .route(_, let places) = router.find("GET", ["api", "USERS", "Ada"]) else {
      Issue.record("no route")
      return
    }
    #expect(places == ["id": "Ada"])
  }

  @Test("a slash at the end counts where the server counts it, and an empty part fills no place")
  func slashes() {
    let exact = FakeRouter([route("GET", "/films/"), route("GET", "/films/:id")], countsSlashes: true)
    #expect(found(exact.find("GET", exact.parts(of: "/films/"))) == "GET /films/")
    #expect(found(exact.find("GET", exact.parts(of: "/films"))) == nil)
    #expect(found(exact.find("GET", exact.parts(of: "/films/7"))) == "GET /films/:id")
    let loose = FakeRouter([route("GET", "/films/")])
    #expect(found(loose.find("GET", loose.parts(of: "/films"))) == "GET /films/")
    #expect(found(loose.find("GET", loose.parts(of: "//films//"))) == "GET /films/")
  }

  @Test("a path that is known with other methods names them once each, in their order")
  func otherMethods() {
    let router = FakeRouter([
      route("POST", "/a/:b"), route("GET", "/a/:c"), route("POST", "/a/x"), route("PUT", "/a/x", false),
    ])
    guard case .otherMethods(let methods) = router.find("DELETE", ["a", "x"], where: { $0 }) else {
      Issue.record("no other methods")
      return
    }
    #expect(methods == ["POST", "GET"])
    guard case .none = router.find("GET", ["b"]) else {
      Issue.record("a route for an unknown path")
      return
    }
    #expect(found(router.find("PUT", ["a", "x"])) == "PUT /a/x")
    #expect(found(router.find("PUT", ["a", "x"], where: { $0 })) == nil)
  }
}
