public import Foundation
public import MediaCore

extension HubError {
  /// One sentence for a person. Keys are `hub.error.` and the case.
  public func text(_ texts: Texts) -> String {
    if clientError.kind == .rateLimited { return clientError.text(texts) }
    return texts(Texts.Key(rawValue: "hub.error.\(name)"), english: english)
  }

  private var english: String {
    switch self {
    case .serverUnhealthy: "The server is not well at the moment."
    case .registrationFailed: "The channels could not be registered."
    case .reconciliationFailed: "The server could not look for new videos."
    case .fetchFailed: "The videos could not be fetched."
    case .invalidResponse: "Something other than the expected server answered."
    case .networkError: "The server cannot be reached."
    case .decodingError: "The server's answer could not be understood."
    case .userNotFound: "The server does not know this user yet."
    case .invalidURL: "There is no such service at this address."
    case .cancelled: "Cancelled."
    case .storageFailed: "The device could not save or read its data."
    case .syncFailed: "The watch statuses could not be synchronised."
    }
  }
}

extension HubError: LocalizedError {
  public var errorDescription: String? { text(.english) }
}
