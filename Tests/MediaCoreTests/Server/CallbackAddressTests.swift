import Testing

@testable import MediaCore

@Suite("The text of a callback address")
struct CallbackAddressTests {
  @Test(
    "a callback address that is printed is read as the same address",
    arguments: [
      "app://host/cb", "app:/cb", "app:", "app:////[::1]:808/cb", "app:////host/cb", "https://a.example:8443/x",
    ])
  func printed(text: String) throws {
    let address = try #require(CallbackAddress(text))
    #expect(CallbackAddress(address.description) == address)
  }
}
