/// The account as which the calls of a task are sent, or not at all: a sign-in of another account ends the task's work. The queue sets it
/// while it sends a change, and a download while it fetches its parts. Below the roles each call has it as ``Call/account``.
package enum RequiredAccount {
  @TaskLocal package static var id: String?
}
