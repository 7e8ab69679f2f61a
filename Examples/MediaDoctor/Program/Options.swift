import Doctor

/// The options of the command line. A password is never one: others could see it in the list of processes.
struct Options {
  static let passwordVariable = "MEDIA_DOCTOR_PASSWORD"

  static let usage = """
    media-doctor URL [--service NAME] [--username NAME] [--allow-http] [--show-address] [--json]

      Checks a server without changing anything, and prints a report that holds no secrets: whether it can be reached and how,
      which service it is, its version and clock, the ways to sign in, and whether its routes answer as expected.

      --service NAME    shelf, hub, tally or vault (or worker, the Hub's successor): anything else is another service
      --username NAME   also signs in, tries routes that only read, and signs out again; the password comes from
                        \(passwordVariable). With --service hub the user id stands there, and no name is needed
      --allow-http      plain http is all right although the address is not a private one
      --show-address    the report holds the address also when it is not a private one
      --json            prints the report as JSON
      --help            prints this

      Ends with 0 for a healthy server, with 1 for one that is not, and with 2 when the arguments are wrong.
    """

  var address: String
  var request = Examination.Request()
  var isJSON = false

  init(_ arguments: [String], password: String?) throws {
    var addresses: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--service":
        let name = try Self.value(&rest, argument)
        guard let service = ServiceKind(rawValue: name) else {
          throw UsageError(
            "no service is called \(name): \(ServiceKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        request.service = service
      case "--username": request.username = try Self.value(&rest, argument)
      case "--allow-http": request.allowsPlainHTTP = true
      case "--show-address": request.showsAddress = true
      case "--json": isJSON = true
      case _ where argument.hasPrefix("-"): throw UsageError("unknown argument \(argument)")
      default: addresses.append(argument)
      }
    }
    guard addresses.count == 1 else { throw UsageError(addresses.isEmpty ? "the URL is missing" : "one URL only") }
    address = addresses[0]
    request.password = password
  }

  private static func value(_ rest: inout ArraySlice<String>, _ name: String) throws -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value") }
    return value
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
