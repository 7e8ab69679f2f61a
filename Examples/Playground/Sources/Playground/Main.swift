import Foundation
import Stage

/// Serves the stage as a page on this machine until it gets a signal to end.
@main
struct Playground {
  @MainActor static func main() async {
    do {
      let port = try port(in: CommandLine.arguments)
      let stage = Stage()
      stage.pause = { try? await Task.sleep(for: .milliseconds(1200)) }
      try await stage.open()
      let server = try PageServer(stage: stage, port: port)
      try await server.run { address in
        // Written at once, also into a pipe.
        let text = "The playground is at \(address)\nIt listens on this machine only. Ctrl-C ends it.\n"
        FileHandle.standardOutput.write(Data(text.utf8))
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// The port of `--port N`; 4200 without it, 0 for any that is free.
  private static func port(in arguments: [String]) throws -> UInt16 {
    guard arguments.count > 1 else { return 4200 }
    guard arguments.count == 3, arguments[1] == "--port", let port = UInt16(arguments[2]) else {
      throw Problem(description: "playground [--port N]   (4200; 0 for any that is free)")
    }
    return port
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String
}
