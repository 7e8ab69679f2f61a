import Foundation
import Testing

@testable import TallyKit

@Suite("Links to pictures")
struct ImageLinkTests {
  @Test(
    "are web addresses or nothing",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "data:image/png;base64,x", "ftp://cdn.example.org/a.png", "x.jpg",
      "https:", "https://", "https:///x.jpg", "mailto:ada@example.org", "app-settings:", "tally://sign-out",
    ])
  func web(_ link: String) {
    #expect(ImageLink.logo(link) == nil)
    #expect(ImageLink.poster("HTTP://cdn.example.org/a.png")?.host == "cdn.example.org")
  }
}
