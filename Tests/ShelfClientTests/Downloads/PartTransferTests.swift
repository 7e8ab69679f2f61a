import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A file on its way to the disk")
struct PartTransferTests {
  private func writer(_ files: MemoryFileSystem, holding count: Int = 0) throws -> PartWriter {
    if count > 0 { try files.append(Data(repeating: 7, count: count), to: "part") }
    return PartWriter(files, path: "part", length: count, blockSize: 10)
  }

  private func part(received: Int) -> DownloadRecord.Part {
    var part = DownloadRecord.Part(ino: "1", track: AudioTrack(), file: "1.mp3", size: 300)
    part.received = received
    if received > 0 { part.version = FileVersion(entityTag: "\"v1\"") }
    return part
  }

  private func head(_ range: Range<Int>, of size: Int, tag: String) throws -> FileHead {
    let fields: HTTPFields = [
      "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)", "ETag": tag,
    ]
    return try FileHead(HTTPResponse(status: 206, fields: fields), operation: "test")
  }

  @Test("after its end nothing is written any more, whatever still comes", arguments: [true, false])
  func closed(isKept: Bool) throws {
    let files = MemoryFileSystem()
    let writer = try writer(files)
    try writer.add(Data(repeating: 1, count: 4))
    writer.close(isKept: isKept)
    let left = files.contents["part"]
    #expect(left?.count == (isKept ? 4 : nil))
    let calls: [() throws -> Void] = [
      { try writer.add(Data(repeating: 2, count: 20)) }, { try writer.flush() }, { try writer.restart() },
    ]
    for call in calls {
      let error = #expect(throws: ClientError.self) { try call() }
      #expect(error?.isCancellation == true)
      #expect(files.contents["part"] == left)
    }
    writer.close(isKept: true)
    #expect(files.contents["part"] == left)
  }

  @Test("a part of another version of the file, or of a file of another size, is never joined to what is there")
  func changed() throws {
    let cases: [(tag: String, size: Int, isTaken: Bool)] = [
      ("\"v1\"", 300, true), ("W/\"v1\"", 300, true), ("\"v2\"", 300, false), ("\"v1\"", 301, false),
    ]
    for (tag, size, isTaken) in cases {
      let writer = try writer(MemoryFileSystem(), holding: 100)
      let answer = FileAnswer(part(received: 100), writer: writer, progress: { _ in })
      let head = try head(100..<200, of: size, tag: tag)
      if isTaken {
        try answer.begin(head, asked: 100..<200)
      } else {
        let error = #expect(throws: ClientError.self) { try answer.begin(head, asked: 100..<200) }
        #expect(error?.kind == .conflict && error?.detail == FileAnswer.changed, "\(tag) \(size)")
      }
      #expect(writer.length == 100, "\(tag) \(size)")
    }
  }

  @Test("a changed file that comes whole and without a length has the size of its bytes, and none before its end")
  func longerWithoutLength() throws {
    let writer = try writer(MemoryFileSystem(), holding: 100)
    let answer = FileAnswer(part(received: 100), writer: writer, progress: { _ in })
    let head = try FileHead(HTTPResponse(status: 200, fields: ["ETag": "\"v2\""]), operation: "test")
    try answer.begin(head, asked: 100..<200)
    try answer.add(Data(repeating: 1, count: 400))
    try writer.flush()
    let broken = answer.part(received: writer.length)
    #expect(broken.received == 400 && broken.version == nil)
    try answer.end()
    let whole = answer.part(received: writer.length)
    #expect(whole.received == 400 && whole.size == 400 && whole.version == head.version)
  }

  @Test("a whole answer without a length and with fewer bytes than the known file has broken off")
  func shorterWithoutLength() throws {
    let head = try FileHead(HTTPResponse(status: 200, fields: ["ETag": "\"v1\""]), operation: "test")
    for (count, isWhole) in [(200, false), (300, true), (400, true)] {
      let writer = try writer(MemoryFileSystem(), holding: 100)
      let answer = FileAnswer(part(received: 100), writer: writer, progress: { _ in })
      try answer.begin(head, asked: 100..<300)
      try answer.add(Data(repeating: 1, count: count))
      if isWhole {
        try answer.end()
      } else {
        #expect(throws: ClientError.self) { try answer.end() }
      }
      try writer.flush()
      #expect(answer.part(received: writer.length).size == max(count, 300))
    }
  }

  @Test("a stored part with more bytes than its size is received anew")
  func moreThanItsSize() async throws {
    let rig = try await DownloadRig()
    let ino = try #require(try await rig.inos(of: rig.book).first)
    let served = try #require(try await rig.served(rig.book).first)
    let files = MemoryFileSystem()
    let transfer = PartTransfer(
      media: rig.shelf.roles.media, file: .download(ino, item: rig.book.libraryItemId),
      writer: try writer(files, holding: 800), rangeSize: 200, message: { _ in nil }, commit: { _ in },
      progress: { _ in })
    let whole = try await transfer.run(part(received: 800))
    #expect(whole.received == served.count && whole.size == served.count)
    #expect(files.contents["part"] == served)
  }

  @Test("an answer with more bytes than it announced is refused, and one with fewer is no whole one")
  func counted() throws {
    let head = try head(0..<100, of: 300, tag: "\"v1\"")
    let files = MemoryFileSystem()
    let long = FileAnswer(part(received: 0), writer: try writer(files), progress: { _ in })
    try long.begin(head, asked: 0..<100)
    try long.add(Data(repeating: 1, count: 100))
    let tooMuch = #expect(throws: ClientError.self) { try long.add(Data([1])) }
    #expect(tooMuch?.detail == ClientError.Detail.tooLarge)
    #expect(files.contents["part"]?.count == 100)
    let short = FileAnswer(part(received: 0), writer: try writer(MemoryFileSystem()), progress: { _ in })
    try short.begin(head, asked: 0..<100)
    try short.add(Data(repeating: 1, count: 99))
    let tooLittle = #expect(throws: ClientError.self) { try short.end() }
    #expect(tooLittle?.kind == .unreachable)
    try short.add(Data([1]))
    try short.end()
  }

  @Test("a range that was not asked for is refused")
  func wrongRange() throws {
    let writer = try writer(MemoryFileSystem(), holding: 100)
    let answer = FileAnswer(part(received: 100), writer: writer, progress: { _ in })
    for range in [99..<200, 101..<200, 100..<201] {
      let error = #expect(throws: ClientError.self) {
        try answer.begin(try head(range, of: 300, tag: "\"v1\""), asked: 100..<200)
      }
      #expect(error?.detail == "wrongRange", "\(range)")
    }
  }
}
