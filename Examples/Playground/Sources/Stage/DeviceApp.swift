import Foundation
import MediaCore
import Panels

/// One of the four apps of a device.
@MainActor
protocol DeviceApp: AnyObject {
  /// The name that the page shows.
  var title: String { get }
  var queue: MutationQueue { get }
  var systemEvents: SystemEvents { get }
  /// Loads every screen.
  func load()
  /// Signs the sample's account in, so that the first look shows something.
  func signInWithSample() async throws
  /// Draws the screens from the states of their view models.
  func draw(on sheet: Sheet)
  /// Lists the conflicts, each with its undo.
  func conflicts(on sheet: Sheet)
}

extension DeviceApp {
  /// The age of what a list shows.
  func age<Value>(_ list: LoadState<Value>) -> String? {
    switch list {
    case .loaded(_, let date): "As of \(clockTime(date))"
    case .loading(let value): value == nil ? "Loading…" : "Loading; what is known so far:"
    case .failed(_, let value): value == nil ? nil : "What was known before:"
    case .idle: nil
    }
  }
}
