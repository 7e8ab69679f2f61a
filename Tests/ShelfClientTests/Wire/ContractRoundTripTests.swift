import Testing

@testable import ShelfClient

@Suite("Every document of the contract is read without a fault and written back with the same values")
struct ContractRoundTripTests {
  @Test("documents of the contract", arguments: try ContractDocument.all())
  func document(_ document: ContractDocument) throws { try document.check() }
}
