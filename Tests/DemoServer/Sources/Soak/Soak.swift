import Foundation
import MediaCore

/// Plays a person's use of all four services over real sockets and real files, with faults, and checks that nothing grows, hangs or is lost.
@main
@MainActor
struct Soak {
  static func main() async {
    if !Set(CommandLine.arguments).isDisjoint(with: ["--help", "-h"]) {
      report(SoakOptions.usage)
      exit(0)
    }
    do {
      let options = try SoakOptions(Array(CommandLine.arguments.dropFirst()))
      let failed = try await run(options)
      exit(failed == 0 ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// - Returns: the number of failed checks.
  private static func run(_ options: SoakOptions) async throws -> Int {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)")
    let folder = base.appendingPathComponent("device")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: base) }
    let demo = try DemoProcess.start()
    let isVerbose = options.isVerbose
    let say: @MainActor @Sendable (String) -> Void = { if isVerbose { report("  \($0)") } }
    let faults = Faults(control: demo.address["control"] ?? "", seed: options.seed, say: say)
    try await faults.prepare()
    let gauge = Gauge(folder)
    let person = Person(
      address: demo.address, folder: folder, gauge: gauge, faults: faults, options: options, say: say)
    let before = Gauge.descriptors().count
    let left = try await firstLaunch(person, gauge)
    report("soak: \(options.minutes) minutes, seed \(options.seed); descriptors \(before), after a launch \(person.closedDescriptors[0])")

    faults.start()
    let readings = await readings(person, gauge, faults, options)
    try await faults.stop()
    if let problem = faults.problem { person.fail(problem) }
    for failure in Judgement.failures(readings) { person.fail(failure) }

    try await Ending(person: person, address: demo.address, folder: base.appendingPathComponent("fresh")).run()
    for file in gauge.files().keys.sorted() where !left.contains(file) { person.fail("left after the sign-outs: \(file)") }
    if !demo.isRunning { person.fail("the demo server has ended by itself") }
    if !demo.stop() { person.fail("the demo server did not end cleanly") }
    summarize(person, faults, readings, options)
    return person.failures.count
  }

  /// Launches the apps, signs in and out, and closes them: what is left of that is left of every use.
  private static func firstLaunch(_ person: Person, _ gauge: Gauge) async throws -> Set<String> {
    try person.launch(0)
    await person.perform("first launch") {
      try await person.signIn()
      await person.phone?.latest.loadAndWait()
      try await person.signOut(.discard)
    }
    await person.close()
    return Set(gauge.files().keys)
  }

  private static func readings(
    _ person: Person, _ gauge: Gauge, _ faults: Faults, _ options: SoakOptions
  ) async -> [Reading] {
    // A short run reads more often, so that each quarter has several readings.
    let interval = min(1, options.minutes / 20)
    let start = gauge.minute
    let end = start + options.minutes
    var next = start + interval
    var readings: [Reading] = []
    while gauge.minute < end {
      await person.step()
      guard gauge.minute >= next else { continue }
      next = gauge.minute + interval
      await person.rest()
      let reading = gauge.read()
      readings.append(reading)
      report(line(reading, person, faults))
    }
    return readings
  }

  private static func line(_ reading: Reading, _ person: Person, _ faults: Faults) -> String {
    let processor = 100 * Gauge.processorSeconds / max(1, reading.minute * 60)
    return String(
      format: "minute %.1f actions=%d requests=%d faults=%d launches=%d descriptors=%d threads=%d memory=%.1f MB files=%d bytes=%d processor=%.0f%%",
      reading.minute, person.actions, person.requests.total, faults.count, person.launches, reading.descriptors,
      reading.threads, reading.megabytes, reading.files, reading.bytes, processor)
  }

  private static func summarize(_ person: Person, _ faults: Faults, _ readings: [Reading], _ options: SoakOptions) {
    let errors = person.errors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    report("errors of actions under faults: \(errors.isEmpty ? "none" : errors)")
    report("compared with the servers: \(person.ledger.count) values; descriptors after each close: \(range(person.closedDescriptors))")
    let memory = readings.map(\.megabytes)
    report(
      String(
        format: "soak: minutes=%g actions=%d requests=%d faults=%d launches=%d descriptors=%@ memory=%.1f..%.1f MB files=%@ failed=%d",
        options.minutes, person.actions, person.requests.total, faults.count, person.launches,
        range(readings.map(\.descriptors)), memory.min() ?? 0, memory.max() ?? 0, range(readings.map(\.files)),
        person.failures.count))
  }

  private static func range(_ values: [Int]) -> String { "\(values.min() ?? 0)..\(values.max() ?? 0)" }
}
