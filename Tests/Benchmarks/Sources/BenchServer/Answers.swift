import NIOCore
import NIOHTTP1

/// Answers the requests of one connection.
final class Answers: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let piece = ByteBuffer(repeating: 0, count: 256 << 10)

  private let files: [ByteBuffer]
  private var path: [Substring] = []

  init(files: [ByteBuffer]) { self.files = files }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): path = head.uri.split(separator: "?")[0].split(separator: "/")
    case .body: break
    case .end: answer(context)
    }
  }

  private func answer(_ context: ChannelHandlerContext) {
    let number = path.last.flatMap { Int($0) } ?? 0
    if path.first == "zeros" {
      let count = number << 20
      head(context, type: "application/octet-stream", length: count)
      pieces(context, left: count)
    } else if path.first == "files", files.indices.contains(number) {
      head(context, type: "application/json", length: files[number].readableBytes)
      context.write(wrapOutboundOut(.body(.byteBuffer(files[number]))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    } else {
      head(context, status: .notFound, type: "application/json", length: 0)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  private func head(
    _ context: ChannelHandlerContext, status: HTTPResponseStatus = .ok, type: String, length: Int
  ) {
    let fields: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(length)"]
    context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: fields))), promise: nil)
  }

  /// The next piece goes out when the one before is with the system.
  private func pieces(_ context: ChannelHandlerContext, left: Int) {
    guard left > 0 else { return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
    let written = context.eventLoop.makePromise(of: Void.self)
    let loop = NIOLoopBound(context, eventLoop: context.eventLoop)
    let me = NIOLoopBound(self, eventLoop: context.eventLoop)
    let size = min(left, Self.piece.readableBytes)
    written.futureResult.whenSuccess { me.value.pieces(loop.value, left: left - size) }
    let piece = Self.piece.getSlice(at: 0, length: size) ?? ByteBuffer()
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: written)
  }
}
