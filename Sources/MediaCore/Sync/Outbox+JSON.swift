import Foundation

/// The JSON of a journal's record, as an encoder with sorted keys writes it. Most of it is the same few members each time: an
/// encoder makes the payload alone, which takes a third of the time. A test compares both ways.
extension Outbox.Change {
  func json(_ encoder: JSONEncoder) throws -> Data {
    guard case .put(let record) = self, let texts = record.plainTexts, let createdAt = record.createdAtText else {
      return try encoder.encode(self)
    }
    var json = Data()
    json.append(
      text: #"{"put":{"_0":{"account":"\#(texts.account)","attempts":\#(record.attempts),"cause":"\#(texts.cause)","#)
    json.append(text: #""createdAt":\#(createdAt),"id":"\#(texts.id)","kind":"\#(texts.kind)","#)
    json.append(text: #""order":\#(record.order),"payload":"#)
    json += try encoder.encode(record.payload.value)
    json.append(text: #","state":{"\#(texts.state)":{}},"target":"\#(texts.target)"}}}"#)
    return json
  }
}

extension Data {
  mutating func append(text: String) { append(contentsOf: text.utf8) }
}

extension MutationRecord {
  /// The members that are text, as they stand in JSON.
  fileprivate struct Texts {
    let account, cause, id, kind, state, target: String
  }

  /// Nil where one of them needs an encoder.
  fileprivate var plainTexts: Texts? {
    let stateName: String
    switch state {
    case .pending: stateName = "pending"
    case .sending: stateName = "sending"
    case .synced: stateName = "synced"
    case .superseded, .refused: return nil
    }
    guard let account = account.plainJSON, let cause = cause.plainJSON, let id = id.plainJSON,
      let kind = kind.rawValue.plainJSON, let target = target.plainJSON
    else { return nil }
    return Texts(account: account, cause: cause, id: id, kind: kind, state: stateName, target: target)
  }

  fileprivate var createdAtText: String? {
    let seconds = createdAt.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return nil }
    let text = "\(seconds)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension String {
  /// Itself between the quotation marks of JSON; nil where anything but a slash has to be escaped, or could have to.
  fileprivate var plainJSON: String? {
    var hasSlash = false
    for byte in utf8 {
      guard (0x20..<0x7F).contains(byte), byte != 0x22, byte != 0x5C else { return nil }
      hasSlash = hasSlash || byte == 0x2F
    }
    return hasSlash ? replacingOccurrences(of: "/", with: "\\/") : self
  }
}
