import MediaCore
import Testing

@testable import HubClient

@Suite("Registrations of a file that a Hub cannot take")
struct PlausibleRegistrationTests {
  @Test("channels that are empty, repeated or not trimmed are none", arguments: [[""], ["UC1", "UC1"], [" UC1"]])
  func channels(_ channels: [String]) {
    #expect(RegistrationMutation(channels: ["UC1", "UC2"]).isPlausible && RegistrationMutation().isPlausible)
    #expect(!RegistrationMutation(channels: channels).isPlausible)
  }
}
