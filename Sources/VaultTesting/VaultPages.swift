import Foundation
import MediaTesting

/// Health, markers, HTML pages, files, and the refusals of administration.
enum VaultPages {
  static let routes: [VaultRoute] =
    [
      VaultRoute("GET", "/health") { _, state in
        VaultJSON.answer(["status": "healthy", "service": "viewvault-server", "timestamp": .string(state.stamp().iso)])
      },
      VaultRoute("GET", "/api/") { _, _ in VaultJSON.answer(["message": "ViewVault API", "version": "2.0.0"]) },
      VaultRoute("GET", "/api/version") { _, _ in
        VaultJSON.answer([
          "version": "automated-import-features", "has_debug_endpoint": true, "has_automated_import": true,
          "timestamp": "2025-08-22",
        ])
      },
      VaultRoute("GET", "/auth0/callback", VaultAuth0.browserCallback),
      VaultRoute("GET", "/admin", for: .admin, page),
      VaultRoute("POST", "/api/admin/remove-duplicates", for: .user) { _, _ in VaultJSON.message("No duplicates found")
      },
      VaultRoute("GET", "/api/import/jellyfin/test-auth") { _, _ in VaultJSON.answer(["status": "ok"]) },
      VaultRoute("GET", "/api/import/jellyfin/test-libraries") { _, _ in VaultJSON.answer(["libraries": []]) },
    ]
    + ["/", "/login", "/register", "/auth/callback", "/auth0-login", "/email-login"].map {
      VaultRoute("GET", $0, page)
    }
    + administration.map { VaultRoute($0.0, $0.1, for: .admin) { _, _ in throw VaultFailure.crash } }

  /// The administration routes, imitated as far as anyone but an administrator sees them.
  private static let administration = [
    ("GET", "/api/admin/users"), ("PUT", "/api/admin/users/:user_id"), ("DELETE", "/api/admin/users/:user_id"),
    ("POST", "/api/admin/users/:user_id/remove-duplicates"), ("GET", "/api/admin/dashboard"),
    ("GET", "/api/admin/usage-stats"), ("POST", "/api/admin/clear_all"), ("POST", "/api/admin/check-releases"),
    ("POST", "/api/admin/fetch-all-sequels"), ("POST", "/api/admin/trigger-automated-import"),
    ("GET", "/api/admin/library-import-history"), ("GET", "/api/admin/progress-performance"),
    ("GET", "/api/debug/:name"), ("GET", "/api/test-db"), ("GET", "/api/import/jellyfin/debug"),
  ]

  private static func page(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    .text(
      "<!DOCTYPE html><html><head><title>ViewVault</title></head><body></body></html>", type: "text/html; charset=utf-8"
    )
  }

  /// Files below `/static/`: there is one, the picture for titles without a poster.
  static func file(_ request: FakeRequest) -> HTTPResponse? {
    guard request.rawPath.hasPrefix("/static/") else { return nil }
    guard request.method == "GET" || request.method == "HEAD" else {
      return VaultFailure.detail(405, "Method Not Allowed").response
    }
    var response = VaultFailure.detail(404, "Not Found").response
    if request.rawPath == VaultJSON.noImage {
      let isKnown = isKnown(request)
      response = HTTPResponse(status: isKnown ? 304 : 200, fields: ["ETag": tag], body: isKnown ? Data() : picture)
      if !isKnown {
        response.fields["Content-Type"] = "image/png"
        response.fields["Accept-Ranges"] = "bytes"
        response.fields["Last-Modified"] = "Sun, 01 Feb 2026 09:00:00 GMT"
      }
    }
    response.fields["Cache-Control"] = "public, max-age=3600"
    return response
  }

  private static let tag = "\"0c1f9a5e7d3b4826af10c9d2e8b7f645\""
  private static let changedAt = Date(timeIntervalSince1970: 1_769_936_400)

  /// Whether the client has the picture: one of the tags it names is the picture's, weak or not. Its date only counts where it
  /// names none.
  private static func isKnown(_ request: FakeRequest) -> Bool {
    if let tags = request.fields["If-None-Match"], !tags.isEmpty {
      return tags.split(separator: ",").contains { $0.trimmingCharacters(in: CharacterSet(charactersIn: " W/")) == tag }
    }
    let since = request.fields["If-Modified-Since"].flatMap(WireDate.parseHTTP)
    return since.map { $0 >= changedAt } ?? false
  }

  /// A PNG of one transparent dot.
  private static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? Data()

  /// The answer to a browser's preflight request.
  static func preflight(_ request: FakeRequest) -> HTTPResponse? {
    guard request.method == "OPTIONS", let origin = request.fields["Origin"],
      request.fields["Access-Control-Request-Method"] != nil
    else { return nil }
    var response = HTTPResponse.text("OK")
    response.fields["Vary"] = "Origin"
    response.fields["Access-Control-Allow-Methods"] = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
    response.fields["Access-Control-Max-Age"] = "600"
    response.fields["Access-Control-Allow-Credentials"] = "true"
    response.fields["Access-Control-Allow-Origin"] = origin
    response.fields["Access-Control-Allow-Headers"] = request.fields["Access-Control-Request-Headers"]
    return response
  }
}
