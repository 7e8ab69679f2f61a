/// The account for which the calls of a task must be sent. If another account signs in, the task's calls are not sent, and its work ends.
///
/// The queue sets the account while it sends a change, and a download while it fetches its parts. Each call then has it as
/// ``Call/account``.
package enum RequiredAccount {
  @TaskLocal package static var id: String?
}
