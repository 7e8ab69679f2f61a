import Foundation

/// The addresses that belong to one server, as stored on this device. The stored notes hold no secret and no header.
package struct AddressBook: Sendable {
  private let service: String
  private let files: any FileSystem
  private let isInUse: @Sendable (_ address: ServerAddress) throws -> Bool

  /// Creates the address book of a service.
  /// - Parameters:
  ///   - service: the name that separates the stored data of services.
  ///   - signIn: the name under which a secret is stored for an address at which a user is signed in, without the service's name and key.
  package init(service: String, environment: ClientEnvironment, signIn: String = "") {
    self.service = service
    files = environment.files
    isInUse = { [secrets = environment.secrets] in try secrets.read("\(service)/\($0.key)\(signIn)") != nil }
  }

  /// The address under which the server's data is stored: the first one with a sign-in, else the one that the notes name, else the first.
  package func home(of address: ServerAddress, _ options: ClientOptions) -> ServerAddress {
    let all = [address] + options.alternatives.map(\.address)
    // If the secrets cannot be read, as on a locked device, use the note that names the home.
    if let used = all.first(where: { (try? isInUse($0)) == true }) { return used }
    for address in all { if let note = try? note(of: address) { return note.home } }
    return address
  }

  /// - Throws: `storage` when the note cannot be read now, which does not mean that there is none.
  func standing(of address: ServerAddress, at home: ServerAddress) throws(ClientError) -> AddressStanding {
    if address.key == home.key { return .home }
    do {
      guard let note = try note(of: address), note.home.key == home.key else { return .unproven }
      return note.standing
    } catch { throw Self.failure(error) }
  }

  func write(_ standing: AddressStanding, of address: ServerAddress, at home: ServerAddress) throws(ClientError) {
    do {
      guard standing.isTrusted else { return try files.remove(path(of: address)) }
      let note: JSONValue = [
        "version": 1, "home": .string(home.description), "standing": .string(standing.rawValue),
      ]
      try files.replace(path(of: address), with: BlobStore.sealed(note.serialized()))
    } catch { throw Self.failure(error) }
  }

  private func path(of address: ServerAddress) -> String { "addresses/\("\(service)/\(address.key)".fileName)" }

  private func note(of address: ServerAddress) throws -> (home: ServerAddress, standing: AddressStanding)? {
    // Treat a damaged note as missing: the address is then proven or confirmed again.
    guard let data = try files.read(path(of: address)).flatMap({ BlobStore.opened($0) }),
      let note = try? JSONValue(parsing: data), let home = note["home"]?.string.flatMap({ try? ServerAddress($0) }),
      let standing = note["standing"]?.string.flatMap(AddressStanding.init), standing.isTrusted
    else { return nil }
    return (home, standing)
  }

  private static func failure(_ error: any Error) -> ClientError {
    ClientError(.storage, operation: .serverLocate, detail: (error as? FileSystemError)?.detail)
  }
}
