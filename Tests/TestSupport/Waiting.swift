/// Waits for a condition that nothing announces: checks it again and again, and lets other tasks run in between.
///
/// The number and the length of their turns depend on the machine. Waiting in vain ends after two minutes and a
/// thousand checks.
package func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(120)
  var checks = 0
  while checks < 1000 || clock.now < end {
    if await condition() { return true }
    checks += 1
    await Task.detached(priority: .background) {}.value
  }
  return await condition()
}
