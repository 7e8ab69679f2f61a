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

  /// Settings that belong to the device and stay after a sign-out.
  private static let deviceSettings = "vault/preferences/"

  /// - Returns: the number of failed checks.
  private static func run(_ options: SoakOptions) async throws -> Int {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)")
    let folder = base.appendingPathComponent("device")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let demo = try DemoProcess.start()
    demo.endWithSignals()
    let isVerbose = options.isVerbose
    let say: @MainActor @Sendable (String) -> Void = { if isVerbose { report("  \($0)") } }
    let faults = Faults(control: demo.address["control"] ?? "", seed: options.seed, say: say)
    try await faults.prepare()
    let gauge = Gauge(folder)
    let person = Person(
      address: demo.address, folder: folder, gauge: gauge, faults: faults, options: options, say: say)
    let before = Gauge.descriptors().count
    let left = try await firstLaunch(person, gauge)
    report(
      "soak: \(options.minutes) minutes, seed \(options.seed); descriptors \(before), after a launch \(person.closedDescriptors[0])"
    )

    faults.start()
    let readings = await readings(person, gauge, faults, options)
    try await faults.stop()
    if let problem = faults.problem { person.fail(problem) }
    for failure in Judgement.failures(readings) { person.fail(failure) }

    try await Ending(person: person, address: demo.address, folder: base.appendingPathComponent("fresh")).run()
    let more = gauge.files().keys.filter { !left.contains($0) && !$0.hasPrefix(deviceSettings) }.sorted()
    if !more.isEmpty {
      person.fail("\(more.count) files are left after the sign-outs: \(more.prefix(8).joined(separator: ", "))")
    }
    if !demo.isRunning { person.fail("the demo server has ended by itself") }
    if !demo.stop() { person.fail("the demo server did not end cleanly") }
    if person.failures.isEmpty {
      try FileManager.default.removeItem(at: base)
    } else {
      report("the device's files are kept in \(base.path)")
    }
    summarize(person, faults, readings, options)
    return person.failures.count
  }

  /// Launches the apps, listens, signs out again and closes them: every later use may leave those files, and no others.
  private static func firstLaunch(_ person: Person, _ gauge: Gauge) async throws -> Set<String> {
    try person.launch(0)
    await person.perform("first launch") {
      try await person.signIn()
      await person.phone?.latest.loadAndWait()
      try await person.listen()
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
      report(line(reading, person, faults) + " waiting=\(await person.waiting())")
    }
    return readings
  }

  private static func line(_ reading: Reading, _ person: Person, _ faults: Faults) -> String {
    let processor = 100 * Gauge.processorSeconds / max(1, reading.minute * 60)
    return String(
      format:
        "minute %.1f actions=%d requests=%d faults=%d launches=%d descriptors=%d threads=%d memory=%.1f MB files=%d bytes=%d processor=%.0f%%",
      reading.minute, person.actions, person.requests.total, faults.count, person.launches, reading.descriptors,
      reading.threads, reading.megabytes, reading.files, reading.bytes, processor)
  }

  private static func summarize(_ person: Person, _ faults: Faults, _ readings: [Reading], _ options: SoakOptions) {
    report(
      "faults: \(list(faults.counts.map { ($0.key.rawValue, $0.value) })); \(person.requests.failed) requests without an answer"
    )
    report("actions that ended with an error: \(list(person.errors.map { ($0.key, $0.value) }))")
    report("values compared with the servers: \(list(person.ledger.counts.map { ($0.key, $0.value) }))")
    report(
      "descriptors after each of \(person.closedDescriptors.count) ends of the apps: \(range(person.closedDescriptors))"
    )
    let memory = readings.map(\.megabytes)
    report(
      String(
        format:
          "soak: minutes=%g actions=%d requests=%d faults=%d launches=%d descriptors=%@ memory=%.1f..%.1f MB files=%@ failed=%d",
        options.minutes, person.actions, person.requests.total, faults.count, person.launches,
        range(readings.map(\.descriptors)), memory.min() ?? 0, memory.max() ?? 0, range(readings.map(\.files)),
        person.failures.count))
  }

  private static func list(_ counts: [(name: String, count: Int)]) -> String {
    let texts = counts.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  private static func range(_ values: [Int]) -> String { "\(values.min() ?? 0)..\(values.max() ?? 0)" }
}
