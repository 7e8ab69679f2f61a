import Doctor
import Foundation
import MediaCore
import MediaTesting

@main
struct MediaDoctor {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      Terminal.say(Options.usage)
      exit(0)
    }
    let options: Options
    let server: ServerAddress
    do {
      let environment = ProcessInfo.processInfo.environment
      options = try Options(arguments, password: environment[Options.passwordVariable])
      server = try Examination.address(options.address)
    } catch {
      Terminal.sayError("media-doctor: \(error); --help lists the options")
      exit(2)
    }
    // Keep files and secrets in memory, so that nothing is left after this run.
    let environment = ClientEnvironment(
      clock: SystemClock(), random: SystemRandom(), files: MemoryFileSystem(), secrets: MemorySecretStore())
    let transport = DefaultTransport()
    if let reason = transport.fallbackReason {
      Terminal.sayError("media-doctor: URLSession takes the place of libcurl: \(reason)")
    }
    let examination = Examination(
      server: server, request: options.request, transport: transport, environment: environment)
    let report = await examination.report { Terminal.showProgress($0) }
    Terminal.clearProgress()
    do {
      Terminal.say(options.isJSON ? try report.json() : report.text(isColored: Terminal.isColored))
    } catch {
      Terminal.sayError("media-doctor: the report could not be written")
      exit(1)
    }
    exit(report.isHealthy ? 0 : 1)
  }
}
