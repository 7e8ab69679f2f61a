/// The place in the source that a call comes from, for the lines that the log gets about it.
struct CallSite: Sendable {
  @TaskLocal static var current: CallSite?

  let file: String
  let line: Int
  let function: String
}
