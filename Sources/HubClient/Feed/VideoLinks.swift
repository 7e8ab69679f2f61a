public import Foundation

/// Addresses that follow from a video's id.
public enum VideoLinks {
  /// `https://www.youtube.com/watch?v=<id>`
  public static func watch(_ videoId: String) -> URL? {
    escaped(videoId).flatMap { URL(string: "https://www.youtube.com/watch?v=\($0)") }
  }

  /// `https://i.ytimg.com/vi/<id>/hqdefault.jpg`
  public static func thumbnail(_ videoId: String) -> URL? {
    escaped(videoId).flatMap { URL(string: "https://i.ytimg.com/vi/\($0)/hqdefault.jpg") }
  }

  /// A text as a web address; nil for anything that is none.
  static func web(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else { return nil }
    return url
  }

  private static func escaped(_ id: String) -> String? {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return id.isEmpty ? nil : id.addingPercentEncoding(withAllowedCharacters: allowed)
  }
}
