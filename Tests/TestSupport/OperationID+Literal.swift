package import MediaCore

/// Operations that tests make up. An app has no such conformance: there a misspelt operation does not compile.
extension OperationID: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
