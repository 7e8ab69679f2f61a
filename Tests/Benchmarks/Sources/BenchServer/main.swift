import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

// A cheap HTTP/1.1 server on 127.0.0.1, in a process of its own: BenchServer <file>…. It prints its port, and ends with its
// standard input.
//
// GET /files/<n>    the n-th file, as JSON
// GET /zeros/<n>    n MB, in pieces

let files = try CommandLine.arguments.dropFirst().map {
  ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: $0)))
}

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try await ServerBootstrap(group: group)
  .serverChannelOption(ChannelOptions.backlog, value: 1024)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
      try channel.pipeline.syncOperations.addHandler(Answers(files: files))
    }
  }
  .childChannelOption(ChannelOptions.socketOption(.tcp_nodelay), value: 1)
  .bind(host: "127.0.0.1", port: 0).get()
print(server.localAddress?.port ?? 0)
fflush(nil)
_ = FileHandle.standardInput.readDataToEndOfFile()
