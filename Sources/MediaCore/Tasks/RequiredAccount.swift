/// The account for which calls are made, for work that must not be sent as another one: a sign-in of another account in
/// the middle of it ends it instead. The queue sets it while it sends a change.
package enum RequiredAccount {
  @TaskLocal package static var id: String?
}
