/// Whose calls are being made, for work that must not go out as anybody else: signing in as somebody else in the middle of it
/// ends it instead.
enum RequiredAccount {
  @TaskLocal static var id: String?
}
