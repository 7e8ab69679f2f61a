import Foundation
import Harness

@testable import MediaCore

/// One damage of a file, taken from the front of an input.
private enum Damage {
  case cut(Int)
  /// Up to four bytes in a row, which a checksum of 32 bits always finds.
  case burst(Int, [UInt8])
  case zeros(Range<Int>)
  case removed(Range<Int>)

  init(_ bytes: [UInt8], of count: Int) {
    let numbers = bytes.prefix(8).map(Int.init) + Array(repeating: 0, count: max(0, 8 - bytes.count))
    let place = (numbers[1] << 8 | numbers[2]) % max(1, count)
    let end = min(count, place + 1 + numbers[3])
    switch numbers[0] % 4 {
    case 0: self = .cut(place)
    case 1: self = .burst(place, bytes.dropFirst(4).prefix(4).map(\.self))
    case 2: self = .zeros(place..<end)
    default: self = .removed(place..<end)
    }
  }

  func applied(to data: Data) -> Data {
    var bytes = [UInt8](data)
    switch self {
    case .cut(let length): bytes.removeLast(bytes.count - length)
    case .burst(let place, let mask):
      for (offset, bits) in mask.enumerated() where place + offset < bytes.count { bytes[place + offset] ^= bits }
    case .zeros(let range): bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case .removed(let range): bytes.removeSubrange(range)
    }
    return Data(bytes)
  }
}

let fileParsers = [
  // Any bytes at all.
  Parser("journal-bytes") { input in
    let file = JournalFile(input.data)
    expect(file.length <= input.bytes.count, "the good part is longer than the file")
    let whole = file.payloads.reduce(into: JournalFile.head) { $0 += JournalFile.record($1) }
    let again = JournalFile(whole)
    expect(again.payloads == file.payloads && !again.isDamaged, "records are not read again")
  },
  // True records, then one damage.
  Parser("journal") { input in
    let records = Data(input.bytes.dropFirst(8)).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Data($0)
    }
    let whole = records.reduce(into: JournalFile.head) { $0 += JournalFile.record($1) }
    let read = JournalFile(whole).payloads
    // Zeros at the end of the last record are still the record's.
    expect(read == records, "\(records.count) records are read as \(read.count)")
    let damage = Damage(input.bytes, of: whole.count)
    let file = JournalFile(damage.applied(to: whole))
    var rest = records[...]
    for payload in file.payloads {
      guard let index = rest.firstIndex(of: payload) else {
        // A record can contain the bytes of another one.
        expect(whole.range(of: JournalFile.record(payload)) != nil, "an invented record after \(damage)")
        continue
      }
      rest = rest[(index + 1)...]
    }
    if case .cut = damage {
      expect(file.payloads.elementsEqual(records.prefix(file.payloads.count)), "a cut file has other records")
      expect(!file.isDamaged, "a cut file counts as damaged")
    }
  },
  Parser("blob") { input in
    let payload = Data(input.bytes.dropFirst(8))
    let sealed = BlobStore.sealed(payload)
    expect(BlobStore.opened(sealed) == payload, "a blob is read as another one")
    let damaged = Damage(input.bytes, of: sealed.count).applied(to: sealed)
    expect(damaged == sealed || BlobStore.opened(damaged) == nil, "a damaged blob is read")
    _ = BlobStore.opened(input.data)
  },
  Parser("sign-in") { input in
    _ = StoredSignIn(sealed: Secret(input.text))
    guard let signIn = StoredSignIn(sealed: Secret(input.text).withChecksum) else { return }
    let again = StoredSignIn(sealed: signIn.sealed())
    expect(again?.sealed().reveal() == signIn.sealed().reveal(), "a sign-in is read as another one")
    expect(again?.account == signIn.account, "a sign-in is read as that of another account")
  },
  Parser("export", isJSON: true) { input in
    _ = try? ExportFile(input.data)
    guard let value = try? JSONValue(parsing: input.data), value.object != nil,
      let file = try? ExportFile(ExportFile.signed(value))
    else { return }
    let written = file.data()
    let again = try? ExportFile(written)
    expect(again?.data() == written, "an exported file is read as another one")
    let damage = Damage(Array(input.bytes.reversed()), of: written.count)
    let damaged = damage.applied(to: written)
    guard let other = try? ExportFile(damaged) else { return }
    expect(other.data() == written, "a damaged file is read after \(damage)")
  },
]
