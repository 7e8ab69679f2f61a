extension HostileServer.Step {
  public static func bytes(_ text: String) -> Self { .bytes(Array(text.utf8)) }

  /// A whole and proper answer.
  public static func answer(
    _ status: Int = 200, _ fields: [(String, String)] = [], type: String = "application/json", _ body: String = ""
  ) -> Self {
    answer(status, fields + [("Content-Type", type)], body: Array(body.utf8))
  }

  public static func answer(_ status: Int = 200, _ fields: [(String, String)] = [], body: [UInt8]) -> Self {
    .bytes(head(status, fields + [("Content-Length", "\(body.count)")]) + body)
  }

  /// A redirect.
  public static func redirect(_ status: Int, to location: String) -> Self {
    answer(status, [("Location", location)], "")
  }

  /// Status line and fields, with the empty line.
  public static func head(_ status: Int, _ fields: [(String, String)]) -> [UInt8] {
    Array(("HTTP/1.1 \(status) Anything\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
  }
}
