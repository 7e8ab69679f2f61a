import Foundation
import MediaCore
import VaultClient

/// An app's own web view.
struct WebSheet: Sendable {
  func open(_ page: URL, until isCallback: (@Sendable (URL) -> Bool)? = nil) async -> URL? { given() }
}
var library: JellyfinLibrary { given() }
var webSheet: WebSheet { given() }
var analytics: Analytics { given() }
struct Analytics: Sendable {
  func count(_ event: String) {}
}
var movie: Movie { given() }
