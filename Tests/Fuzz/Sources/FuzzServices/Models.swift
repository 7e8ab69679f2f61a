import Foundation
import Harness

@testable import MediaCore

typealias Model = Codable & Equatable & Sendable

/// Reads a document and each record in it as every model: no form of an answer may end the process, both readers must agree, and what a
/// model holds must survive being written and read.
func read(_ document: Data, as models: [any Model.Type], by coder: JSONCoder) {
  guard let value = try? JSONValue(parsing: document), value.object != nil else { return }
  for model in models { read(document, as: model, by: coder) }
}

private func read<Value: Model>(_ document: Data, as model: Value.Type, by coder: JSONCoder) {
  guard let value = try? coder.decode(model, from: document) else { return }
  guard let written = try? coder.encode(value) else {
    return expect(false, "\(model) cannot be written: \(value)")
  }
  guard let again = try? coder.decode(model, from: written) else {
    return expect(false, "\(model) cannot be read again: \(String(decoding: written, as: UTF8.self))")
  }
  expect((try? coder.encode(again)) == written, "\(model) is read as another: \(value) and \(again)")
}
