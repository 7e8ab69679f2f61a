public import Harness

/// The entry point, under the name that SwiftPM gives it: `main` itself is libFuzzer's.
@_cdecl("FuzzCore_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
  fuzz(addressParsers + codingParsers + fileParsers + wireParsers, count, arguments)
}
