import Foundation
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The fake Worker answers as the contract says")
struct WorkerFakeTests {
  @Test("plain texts, exact paths, and an answer to every OPTIONS")
  func routes() throws {
    let talk = HubTalk(server: FakeWorkerServer())
    #expect(try talk("GET", "/health").text == "ok")
    #expect(try talk("GET", "/").response.mediaType == "text/plain")
    for path in ["/health/", "/Health", "/api/channels/", "/nowhere"] {
      let answer = try talk("GET", path)
      #expect(answer.status == 404 && answer.text == "not found", "\(path)")
    }
    let options = try talk("OPTIONS", "/api/videos/query")
    #expect(options.status == 204 && options.response.fields["Access-Control-Allow-Origin"] == "*")
  }

  @Test("rows have the members of the sample, later than a place, in its order, cut to the limit")
  func query() throws {
    let server = FakeWorkerServer()
    let talk = HubTalk(server: server)
    let all = try talk("POST", "/api/videos/query", body: "{}")
    let sample = try HubSample.json("worker-videos-query")
    #expect(all.json.object.map { Set($0.keys) } == sample.object.map { Set($0.keys) })
    #expect(all.json["videos"]?[0]?.object.map { Set($0.keys) } == sample["videos"]?[0]?.object.map { Set($0.keys) })
    let places = (all.json["videos"]?.array ?? []).compactMap { $0["seq"]?.int }
    #expect(places.count == 7 && places == places.sorted() && all.json["maxSeqReturned"]?.int == server.lastPlace)
    #expect(all.json["videos"]?[0]?["publishedAt"]?.string?.hasSuffix("Z") == true)
    let some = try talk("POST", "/api/videos/query", body: #"{"afterSeq":\#(places[2]),"limit":2}"#)
    #expect(some.ids == Array(all.ids[3..<5]))
    let one = try talk("POST", "/api/videos/query", body: #"{"channelIds":["\#(HubWorld.kitchen)"]}"#)
    #expect(one.ids.count == 3)
    #expect(try talk("POST", "/api/videos/query", body: #"{"channelIds":[]}"#).ids.count == 7)
    let none = try talk("POST", "/api/videos/query", body: #"{"afterSeq":99999999}"#)
    #expect(none.ids.isEmpty && none.json["maxSeqReturned"] == 0)
    for body in [#"{"afterSeq":-1}"#, #"{"afterSeq":"x"}"#, #"{"limit":0}"#, #"{"limit":501}"#, "no json"] {
      let refused = try talk("POST", "/api/videos/query", body: body)
      #expect(refused.status == 400 && refused.json["error"]?.string != nil, "\(body)")
    }
  }

  @Test("a hundred videos a channel are kept")
  func kept() throws {
    let server = FakeWorkerServer()
    for index in 0..<120 {
      server.publish(
        HubWorld.Upload(
          "many\(index)", channel: "UCmany-videos", published: Date(timeIntervalSince1970: 1e9 + Double(index)),
          title: "M"))
    }
    let rows = try HubTalk(server: server)("POST", "/api/videos/query", body: #"{"channelIds":["UCmany-videos"]}"#)
    #expect(rows.ids.count == 100 && rows.ids.first == "many20" && rows.ids.last == "many119")
  }

  @Test("registering cleans, counts, and refuses what is nothing")
  func register() throws {
    let server = FakeWorkerServer()
    let talk = HubTalk(server: server)
    let path = "/api/channels/register"
    let body =
      #"{"channelIds":[" UCsome-channel ","UCsome-channel","short","with space in it","\#(HubWorld.kitchen)"]}"#
    let answer = try talk("POST", path, body: body)
    #expect(answer.json == ["requested": 2, "inserted": 1, "alreadyPresent": 1, "totalChannels": 3])
    #expect(try talk("POST", path, body: #"{"channelIds":["short"]}"#).json == ["error": "no valid channel IDs"])
    #expect(try talk("POST", path, body: #"{"channelIds":[]}"#).status == 400)
    #expect(try talk("POST", path, body: "{}").status == 400)
    let many = "[" + (0..<501).map { "\"UCchannel-\($0)\"" }.joined(separator: ",") + "]"
    #expect(try talk("POST", path, body: #"{"channelIds":\#(many)}"#).status == 400)
    let list = try talk("POST", "/api/channels").json["channels"]?.array ?? []
    #expect(list.count == 3 && list[0]["title"] == "The Workshop" && list[1]["title"] == .null)
  }
}
