/// Waits for what comes about by itself and announces itself nowhere: looks again and again, and lets others run in between.
///
/// How many turns the others need and how long one takes is up to the machine. Only who waits in vain comes to an end, after
/// two minutes and a thousand looks.
package func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(120)
  var looks = 0
  while looks < 1000 || clock.now < end {
    if await condition() { return true }
    looks += 1
    await Task.detached(priority: .background) {}.value
  }
  return await condition()
}
