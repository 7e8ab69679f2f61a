import Foundation
import MediaTesting

/// Bearer tokens: JSON Web Tokens signed with HS256.
enum VaultToken {
  /// A token with these claims in this order.
  static func make(_ claims: [(name: String, value: JSONValue)], secret: String) -> String {
    let members = claims.map { claim in
      text(JSONValue.string(claim.name).serialized()) + ":" + text(claim.value.serialized())
    }
    let signed =
      encode(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "."
      + encode(Data("{\(members.joined(separator: ","))}".utf8))
    return signed + "." + encode(signature(signed, secret))
  }

  /// The claims of a token that is well signed and not expired.
  static func claims(_ token: String, secret: String, now: VaultStamp) -> JSONValue? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = decode(parts[0]).flatMap({ try? JSONValue(parsing: $0) }),
      header["alg"]?.string == "HS256", let given = decode(parts[2]),
      given == signature(parts[0] + "." + parts[1], secret),
      let claims = decode(parts[1]).flatMap({ try? JSONValue(parsing: $0) }), claims.object != nil
    else { return nil }
    if let expiry = claims["exp"] {
      guard let seconds = expiry.double, seconds > Double(now.micros) / 1_000_000 else { return nil }
    }
    return claims
  }

  private static func signature(_ text: String, _ secret: String) -> Data {
    var key = Array(secret.utf8)
    if key.count > 64 { key = VaultSHA256.digest(key) }
    key += Array(repeating: 0, count: 64 - key.count)
    let inner = VaultSHA256.digest(key.map { $0 ^ 0x36 } + Array(text.utf8))
    return Data(VaultSHA256.digest(key.map { $0 ^ 0x5C } + inner))
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  private static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  private static func decode(_ text: String) -> Data? {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}

/// SHA-256 (FIPS 180-4): not every platform has a built-in one.
enum VaultSHA256 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var hash = initial
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    let length = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(Array(padded[start..<start + 64]), into: &hash) }
    return hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func mix(_ block: [UInt8], into hash: inout [UInt32]) {
    var words = (0..<16).map { index in block[index * 4..<index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    for index in 16..<64 {
      let a = words[index - 15]
      let b = words[index - 2]
      let low = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let high = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var s = hash
    for index in 0..<64 {
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let first = s[7] &+ (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) &+ choice
      let sum = first &+ constants[index] &+ words[index]
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      let second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) &+ majority
      s = [sum &+ second, s[0], s[1], s[2], s[3] &+ sum, s[4], s[5], s[6]]
    }
    for index in 0..<8 { hash[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let primes: [UInt32] = {
    var found: [UInt32] = []
    var candidate: UInt32 = 2
    while found.count < 64 {
      if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
      candidate += 1
    }
    return found
  }()

  /// The first 32 bits of the fractions of square roots of the first eight primes.
  private static let initial = primes.prefix(8).map { root(UInt64($0), cube: false) }

  /// The same for cube roots of the first sixty-four.
  private static let constants = primes.map { root(UInt64($0), cube: true) }

  /// The fraction of a root, exact: the largest 36-bit number whose power does not exceed the prime, scaled.
  private static func root(_ prime: UInt64, cube: Bool) -> UInt32 {
    var low: UInt64 = 0
    var high: UInt64 = 1 << 37
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle, prime, cube: cube) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  private static func fits(_ root: UInt64, _ prime: UInt64, cube: Bool) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    if !cube { return square.high < prime || square.high == prime && square.low == 0 }
    // prime · 2⁹⁶ against root³, in three words.
    let low = square.low.multipliedFullWidth(by: root)
    let (middle, carry) = (square.high.multipliedFullWidth(by: root).low).addingReportingOverflow(low.high)
    let top = square.high.multipliedFullWidth(by: root).high + (carry ? 1 : 0)
    let limit = prime << 32
    return top == 0 && (middle < limit || middle == limit && low.low == 0)
  }
}
