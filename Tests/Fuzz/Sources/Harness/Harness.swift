public import Foundation

/// A parser with what must hold for every input.
public struct Parser: Sendable {
  let name: String
  /// Whether inputs are JSON, which is mutated value by value.
  let isJSON: Bool
  let run: @Sendable (Input) -> Void

  /// - Parameter run: parses the input, and checks properties by ``expect(_:_:)``.
  public init(_ name: String, isJSON: Bool = false, _ run: @escaping @Sendable (Input) -> Void) {
    self.name = name
    self.isJSON = isJSON
    self.run = run
  }
}

/// The bytes of one run.
public struct Input: Sendable {
  /// The bytes as the fuzzer made them.
  public let bytes: [UInt8]
  public var data: Data { Data(bytes) }
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The first byte and the input behind it, for parsers with a choice.
  public func split() -> (choice: Int, rest: Input) {
    (Int(bytes.first ?? 0), Input(bytes: Array(bytes.dropFirst())))
  }

  /// The texts between line feeds, filled up with empty ones.
  public func lines(_ count: Int) -> [String] {
    let parts = text.split(separator: "\n", maxSplits: count - 1, omittingEmptySubsequences: false).map(String.init)
    return parts + Array(repeating: "", count: max(0, count - parts.count))
  }
}

/// Ends the process if a property does not hold, so that libFuzzer writes the input to a file.
public func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
  guard !holds else { return }
  FileHandle.standardError.write(Data("DOES NOT HOLD: \(message())\n".utf8))
  abort()
}

public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

/// Set once, before the first run.
private nonisolated(unsafe) var chosen: Parser?

/// Runs the parser that the environment variable `FUZZ_PARSER` names; without it, prints all names.
/// - Returns: the status of the process.
public func fuzz(_ parsers: [Parser], _ count: CInt, _ arguments: Arguments) -> CInt {
  guard let name = ProcessInfo.processInfo.environment["FUZZ_PARSER"] else {
    print(parsers.map(\.name).joined(separator: "\n"))
    return 0
  }
  chosen = parsers.first { $0.name == name }
  guard chosen != nil else { return 2 }
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments) { bytes, size in
    chosen?.run(Input(bytes: Array(UnsafeBufferPointer(start: bytes, count: size))))
    return 0
  }
}

/// Mutates JSON value by value; other inputs, and every fourth JSON, byte by byte.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: CUnsignedInt) -> Int {
  let input = UnsafeMutableBufferPointer(start: bytes, count: size)
  guard chosen?.isJSON == true, seed % 4 != 0, let mutant = JSONMutator(seed: UInt64(seed)).mutated(Data(input)),
    mutant.count <= maximum
  else { return mutateBytes(bytes, size, maximum) }
  mutant.copyBytes(to: bytes, count: mutant.count)
  return mutant.count
}
