import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Names of shared files")
struct SharedFileTests {
  @Test("a name has no forbidden characters, no dots at its ends, and the extension")
  func safeNames() {
    func name(_ title: String, number: String? = nil) -> String {
      SharedFileName.name(title, number: number, ext: "m4b")
    }
    #expect(name("The Salt Clock") == "The Salt Clock.m4b")
    #expect(name("AC/DC: a \"life\"?\n\u{7}") == "AC DC a life.m4b")
    #expect(name("../../etc/passwd") == "etc passwd.m4b")
    #expect(name("  ...  ") == "Audio.m4b")
    #expect(name("Über Ströme", number: "02") == "Über Ströme - 02.m4b")
    let long = name(String(repeating: "x", count: 300), number: "10")
    #expect(long.count == 120)
    #expect(long.hasSuffix(" - 10.m4b"))
  }

  @Test("the files of one download have different names of one length")
  func numbers() {
    #expect(SharedFileName.names(title: "One", extensions: ["mp3"]) == ["One.mp3"])
    #expect(SharedFileName.names(title: "Two", extensions: ["mp3", "mp3"]) == ["Two - 01.mp3", "Two - 02.mp3"])
    let many = SharedFileName.names(title: "Many", extensions: Array(repeating: "mp3", count: 120))
    #expect(Set(many).count == 120)
    #expect(many.first == "Many - 001.mp3")
  }

  @Test("the extension is that of the file's name, otherwise that of its type")
  func extensions() {
    #expect(SharedFileName.ext(".MP3", nil) == "mp3")
    #expect(SharedFileName.ext("one.two.m4b", "audio/mpeg") == "m4b")
    #expect(SharedFileName.ext(nil, "audio/mpeg; charset=x") == "mp3")
    #expect(SharedFileName.ext("no extension at all", "audio/flac") == "flac")
    #expect(SharedFileName.ext(nil, nil).isEmpty)
  }

  @Test("the files of a complete download are shared under its title, and a sign-out leaves none")
  func download() async throws {
    let rig = try await DownloadRig()
    #expect(try await rig.shelf.downloads.sharedFiles(of: rig.book).isEmpty)
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    let files = try await rig.shelf.downloads.sharedFiles(of: rig.book)
    let ext = SharedFileName.ext(files.first?.name, nil)
    #expect(files.map(\.name) == ["Tiny - 01.\(ext)", "Tiny - 02.\(ext)", "Tiny - 03.\(ext)"])
    #expect(!ext.isEmpty)
    #expect(Set(files.map(\.url)).count == 3)
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(try await failure { try await rig.shelf.downloads.sharedFiles(of: rig.book) }.kind == .signedOut)
  }
}
