/// Waits for what comes about by itself and announces itself nowhere: looks again and again, and lets others run in between.
///
/// How many turns the others need is up to the machine, so nothing is counted here. Only who waits in vain comes to an end,
/// after two minutes.
package func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(120)
  while clock.now < end {
    if await condition() { return true }
    await Task.detached(priority: .background) {}.value
  }
  return await condition()
}
