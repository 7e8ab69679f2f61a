import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One connection: reads requests and follows the script's steps for each.
final class Conversation: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: Log
  private let script: HostileServer.Script
  private var reader: RequestReader
  private var isLost = false

  init(number: Int, log: Log, script: @escaping HostileServer.Script) {
    self.log = log
    self.script = script
    reader = RequestReader(connection: number)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    let bytes = Array(buffer.readableBytesView)
    log.add(bytes)
    guard !isLost else { return }
    reader.add(bytes)
    if reader.isGarbage {
      // The client speaks TLS to a plain port: answer 400 and close, as most servers do.
      isLost = true
      let refusal = Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8)
      return Self.run([.bytes(refusal), .close], on: context.channel)
    }
    while let request = reader.next() {
      log.add(request)
      Self.run(script(request)[...], on: context.channel)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private static func run(_ steps: ArraySlice<HostileServer.Step>, on channel: any Channel) {
    guard let step = steps.first else { return }
    let rest = steps.dropFirst()
    switch step {
    case .bytes(let bytes):
      channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess { run(rest, on: channel) }
    case .drip(let bytes, let pause):
      guard let first = bytes.first else { return run(rest, on: channel) }
      let more: [HostileServer.Step] = [.pause(pause), .drip(Array(bytes.dropFirst()), every: pause)]
      channel.writeAndFlush(ByteBuffer(bytes: [first])).whenSuccess { run((more + rest)[...], on: channel) }
    case .stream(let bytes, let times, let sent):
      guard times > 0 else { return run(rest, on: channel) }
      channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess {
        sent()
        run([.stream(bytes, times: times - 1, sent: sent)] + rest, on: channel)
      }
    case .pause(let duration):
      channel.eventLoop.scheduleTask(in: TimeAmount(duration)) { run(rest, on: channel) }
    case .silence: return
    case .close: channel.close(promise: nil)
    case .reset:
      let linger = linger(l_onoff: 1, l_linger: 0)
      guard let socket = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
      socket.setSoLinger(linger).whenComplete { _ in channel.close(promise: nil) }
    }
  }
}

/// Connections that only take up room in a listener's queue.
final class Blockers: Sendable {
  private let sockets = NIOLockedValueBox<[Int32]>([])

  func connect(to port: Int, count: Int) {
    for _ in 0..<count {
      #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      sockets.withLockedValue { $0.append(descriptor) }
    }
  }

  func close() {
    let open = sockets.withLockedValue { sockets in
      defer { sockets = [] }
      return sockets
    }
    open.forEach { systemClose($0) }
  }
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
