import Foundation
import ShelfClient

/// A process over a folder of the SDK, driven line by line, so that a test can run several over one folder and end each at any moment.
///
/// Arguments: `owner` or `extending`, the folder, the server's address, and the id of a book. Each line of the input is a command, which is
/// answered by one line; `add-all` answers with a line for each bookmark. The process ends with its input.
@main
struct FolderProcess {
  private let shelf: ShelfService
  private let environment: ClientEnvironment
  private let address: ServerAddress
  private let book: String

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 4 else {
      FileHandle.standardError.write(Data("usage: FolderProcess owner|extending FOLDER ADDRESS BOOK\n".utf8))
      exit(2)
    }
    let process = try FolderProcess(Array(arguments))
    say("ready")
    for await line in lines() { await process.answer(line.split(separator: " ").map(String.init)) }
  }

  private init(_ arguments: [String]) throws {
    environment = .live(folder: URL(fileURLWithPath: arguments[1], isDirectory: true))
    address = try ServerAddress(arguments[2])
    book = arguments[3]
    shelf =
      arguments[0] == "owner"
      ? ShelfService(server: address, environment: environment)
      : ShelfService(extending: address, environment: environment)
  }

  private func answer(_ words: [String]) async {
    do {
      switch words.first {
      case "sign-in":
        try await shelf.account.signIn(username: "ada", password: "correct horse")
        Self.say("ok")
      case "add": try await add(words.dropFirst().compactMap(Double.init))
      case "add-all": try await add((1...40).map(Double.init))
      case "shown":
        let times = try await shelf.bookmarkStore.bookmarks(of: book)?.list.map { String(Int($0.time)) } ?? []
        Self.say("shown " + times.joined(separator: " "))
      case "waiting": Self.say("waiting \(try await shelf.queue.open().count)")
      case "front":
        await shelf.systemEvents.becameActive()
        await shelf.queue.settled()
        Self.say("ok")
      case "send-unowned": Self.say(await sendUnowned() ? "sent" : "owned")
      default: Self.say("unknown command")
      }
    } catch {
      let error = error as? ClientError
      Self.say("error \(error.map { "\($0.kind)" } ?? "other") \(error?.detail ?? "")")
    }
  }

  private func add(_ times: [Double]) async throws {
    for time in times {
      let change = try await shelf.bookmarkStore.create("Mark \(Int(time))", at: time, in: book)
      Self.say("accepted \(Int(time)) \(await change.outcome().wait.map { "\($0)" } ?? "-")")
    }
  }

  private func sendUnowned() async -> Bool {
    let sent: Void? = await environment.whileUnowned { environment in
      let owner = ShelfService(server: address, environment: environment)
      await owner.queue.flush(.foreground)
      await owner.queue.settled()
    }
    return sent != nil
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// The lines of the input, read by a thread of their own: waiting for a line must not hold up the work of the services.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
