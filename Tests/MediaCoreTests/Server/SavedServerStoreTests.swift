import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Servers that the user has added")
struct SavedServerStoreTests {
  private let files = MemoryFileSystem()
  private let secrets = MemorySecretStore()
  private var environment: ClientEnvironment { .manual(files: files, secrets: secrets) }
  private func store(_ service: String = "shelf") -> SavedServerStore {
    SavedServerStore(service: service, environment: environment)
  }

  @Test("are there after a relaunch, with name, order, choice, addresses and headers")
  func relaunch() throws {
    let before = store()
    let home = try before.add(ServerAddress("nas.local:13378")) { server throws(ClientError) in
      server.name = "Home"
      server.allowsPlainHTTP = true
      try server.setHeader("CF-Access-Client-Secret", "s3cret")
      var away = AlternativeAddress(try ServerAddress("https://books.example.org/abs"), isConfirmed: true)
      try away.setHeader("X-Away", "other-s3cret")
      server.alternatives = [away]
    }
    let work = try before.add(ServerAddress("https://[fd00::1]:8443"))
    try before.move(work.id, to: -5)
    #expect(try before.current()?.id == home.id, "the first server that was added")
    try before.choose(work.id)
    let after = store()
    #expect(try after.all() == before.all())
    #expect(try after.all().map(\.title) == ["https://[fd00::1]:8443", "Home"])
    #expect(try after.current()?.id == work.id)
    let options = try #require(try after.all().last).options()
    #expect(options.headers["CF-Access-Client-Secret"] == "s3cret" && options.allowsPlainHTTP)
    #expect(options.alternatives.map(\.address.description) == ["https://books.example.org/abs"])
    #expect(options.alternatives[0].headers["x-away"] == "other-s3cret" && options.alternatives[0].isConfirmed)
    #expect(try store("tally").all().isEmpty, "another service has a list of its own")
  }

  @Test("show in a second process as the app has stored them since")
  func secondProcess() throws {
    let app = store()
    let widget = SavedServerStore(service: "shelf", environment: environment.reading())
    #expect(try widget.all().isEmpty)
    let server = try app.add(ServerAddress("nas.local"))
    #expect(try widget.all().map(\.id) == [server.id])
    try app.remove(server.id)
    #expect(try widget.all().isEmpty)
  }

  @Test("keep their headers out of files and descriptions, and take them along when they are removed")
  func secretHeaders() throws {
    let store = store()
    let server = try store.add(ServerAddress("nas.local")) { server throws(ClientError) in
      try server.setHeader("X-Key", "s3cret")
    }
    let written = files.contents.values.map { String(decoding: $0, as: UTF8.self) }
    #expect(written.count == 1 && !written[0].contains("s3cret"))
    var dumped = ""
    dump(server, to: &dumped)
    #expect(!"\(server)".contains("s3cret") && !dumped.contains("s3cret"))
    #expect(secrets.contents.count == 1)
    try store.update(server.id) { server throws(ClientError) in try server.setHeader("X-Key", nil) }
    #expect(try self.store().all()[0].headers.entries.isEmpty)
    try store.remove(server.id)
    #expect(secrets.contents.isEmpty)
    #expect(try store.all().isEmpty && store.current() == nil)
  }

  @Test("are not doubled by the same address, and refuse the address of another one")
  func sameAddress() throws {
    let store = store()
    let first = try store.add(ServerAddress("nas.local:443")) { $0.name = "One" }
    let again = try store.add(ServerAddress("https://nas.local")) { $0.name = "Again" }
    #expect(again.id == first.id && again.name == "Again")
    #expect(try store.all().count == 1)
    let other = try store.add(ServerAddress("other.local"))
    let taken = try ServerAddress("nas.local")
    #expect(throws: ClientError(.conflict, operation: .savedServers)) {
      try store.update(other.id) { $0.address = taken }
    }
    #expect(try store.all().map(\.address.description) == ["https://nas.local", "other.local"])
    #expect(throws: ClientError(.notFound, operation: .savedServers)) { try store.choose("gone") }
    #expect(throws: ClientError(.notFound, operation: .savedServers)) { try store.move("gone", to: 0) }
  }

  @Test("give a new address neither the headers nor the consent of the old one")
  func newAddress() throws {
    let store = store()
    let server = try store.add(ServerAddress("nas.local")) { server throws(ClientError) in
      server.allowsPlainHTTP = true
      try server.setHeader("X-Key", "s3cret")
    }
    let elsewhere = try ServerAddress("books.example.org")
    let moved = try store.update(server.id) { $0.address = elsewhere }
    #expect(moved.headers.entries.isEmpty && !moved.allowsPlainHTTP)
    #expect(try self.store().all()[0].headers.entries.isEmpty)
    let spelled = try ServerAddress("https://books.example.org")
    try store.update(server.id) { server throws(ClientError) in
      try server.setHeader("X-Key", "other")
      server.address = spelled
    }
    #expect(try store.all()[0].headers["X-Key"] == "other", "another spelling is the same address")
  }

  @Test("are at most a hundred")
  func capacity() throws {
    let store = store()
    for number in 1...SavedServerStore.capacity { try store.add(ServerAddress("nas\(number).local")) }
    #expect(throws: ClientError(.invalidRequest, operation: .savedServers, detail: "tooMany")) {
      try store.add(ServerAddress("one-more.local"))
    }
    #expect(try store.add(ServerAddress("nas7.local")) { $0.name = "Seven" }.name == "Seven")
  }

  @Test("stay as they are when a change cannot be written, and are not taken for none while they cannot be read")
  func unwritable() throws {
    let (store, other) = (store(), store())
    try store.add(ServerAddress("nas.local"))
    files.isFull = true
    #expect(throws: ClientError.self) { try store.add(ServerAddress("other.local")) }
    #expect(try store.all().map(\.address.host) == ["nas.local"])
    files.isFull = false
    files.isLocked = true
    #expect(throws: ClientError.self) { try other.all() }
    files.isLocked = false
    #expect(try other.all().map(\.address.host) == ["nas.local"])
  }

  @Test("can be read and changed inside of a change, which takes nothing back that was changed meanwhile")
  func nested() throws {
    let store = store()
    var counts: [Int] = []
    let home = try store.add(ServerAddress("nas.local")) { server throws(ClientError) in
      counts.append(try store.all().count)
      try store.add(ServerAddress("other.local"))
      try store.add(ServerAddress("nas.local")) { $0.allowsPlainHTTP = true }
      server.name = "Home"
    }
    #expect(counts == [0])
    #expect(home.name == "Home" && home.allowsPlainHTTP)
    #expect(try store.all().map(\.address.host) == ["other.local", "nas.local"])
    let changed = try store.update(home.id) { server throws(ClientError) in
      try store.update(home.id) { server throws(ClientError) in
        server.name = "Cellar"
        try server.setHeader("X-Key", "s3cret")
      }
      try store.choose(home.id)
      server.name = "Attic"
    }
    #expect(changed.name == "Attic" && changed.headers["X-Key"] == "s3cret" && changed.allowsPlainHTTP)
    #expect(try store.current() == changed && store.all().last == changed)
    #expect(throws: ClientError(.notFound, operation: .savedServers)) {
      try store.update(home.id) { server throws(ClientError) in
        try store.remove(home.id)
        server.name = "Gone"
      }
    }
    #expect(try store.all().map(\.address.host) == ["other.local"])
    let taken = try ServerAddress("other.local")
    #expect(throws: ClientError(.conflict, operation: .savedServers)) {
      try store.add(ServerAddress("new.local")) { $0.address = taken }
    }
    #expect(try store.all().count == 1)
  }

  @Test("are observed by every store of the folder")
  func observed() throws {
    let environment = environment
    let (one, two) = (
      SavedServerStore(service: "shelf", environment: environment),
      SavedServerStore(service: "shelf", environment: environment)
    )
    let count = Locked(0)
    let token = two.observe { count.withLock { $0 += 1 } }
    let server = try one.add(ServerAddress("nas.local"))
    try one.update(server.id) { $0.name = "Home" }
    try one.update(server.id) { $0.name = "Home" }
    #expect(count.withLock { $0 } == 2, "an equal value is no change")
    #expect(try two.all().map(\.name) == ["Home"])
    token.cancel()
  }
}
