import Foundation
import MediaCore

/// A text that the user pasted to add a channel: an id, an address that contains one, or an address whose id only YouTube has.
enum ChannelAddress: Equatable {
  case id(String)
  /// A handle or a name in place of the id, as in `/@name`, `/c/name` and `/user/name`.
  case name(String)
  /// A video, as in `/watch?v=`, `/shorts/`, `/live/` and `youtu.be/`.
  case video
  /// A playlist that is not a channel's uploads.
  case playlist
  case nothing

  var id: String? { if case .id(let id) = self { id } else { nil } }

  init(_ text: String) {
    // Unescape twice: an address inside another address, as on a consent page, is escaped twice.
    var text = ChannelID.visible(text)
    for _ in 0..<2 where text.contains("%") { text = ChannelID.visible(text.removingPercentEncoding ?? text) }
    let tokens = Self.tokens(text)
    if let id = tokens.lazy.compactMap(\.id).first ?? tokens.lazy.compactMap(\.uploads).first {
      self = .id(id)
    } else {
      self = Self.unresolved(text, tokens)
    }
  }

  /// A part of a text between two separators.
  private struct Token {
    let text: String
    /// The separator before the text; nil at the beginning.
    let separator: Character?
    /// The name of a query's item, in lower case.
    let key: String

    /// The channel's id, if the text is one and stands in a path or in a suitable item of the query.
    var id: String? {
      guard separator != "=" || ["channel_id", "channelid", "channel", "external_id", "externalid"].contains(key),
        ChannelID.isWellFormed(text)
      else { return nil }
      return text
    }

    /// The id of the channel whose uploads a playlist has: `UU` in place of `UC`, or `UULF`, `UUSH` and others for a part of them.
    var uploads: String? {
      guard ["list", "playlist_id"].contains(key), separator == "=", text.hasPrefix("UU") else { return nil }
      return ["UC" + text.dropFirst(2), "UC" + text.dropFirst(4)].first(where: ChannelID.isWellFormed)
    }
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var separator: Character?
    var current = ""
    func end(_ next: Character?) {
      if !current.isEmpty {
        let key = separator == "=" ? tokens.last?.text.lowercased() ?? "" : ""
        tokens.append(Token(text: current, separator: separator, key: key))
        current = ""
      }
      separator = next
    }
    for character in text {
      let isSeparator = character.isWhitespace || "/?&#=;,:.!()<>[]{}|\\\"'“”„«»‘’".contains(character)
      if isSeparator { end(character) } else { current.append(character) }
    }
    end(nil)
    return tokens
  }

  private static func unresolved(_ text: String, _ tokens: [Token]) -> ChannelAddress {
    if text.hasPrefix("@"), text.count > 1, !text.contains(where: \.isWhitespace) { return .name(text) }
    let hosts = ["youtube", "youtu", "youtube-nocookie"]
    guard let host = tokens.firstIndex(where: { hosts.contains($0.text.lowercased()) }), text.contains("/") else {
      return .nothing
    }
    // Take the word that contains the host: a pasted text can have other words around the address.
    let name = tokens[host].text.lowercased() + "."
    let address = text.split(whereSeparator: \.isWhitespace).first { $0.lowercased().contains(name) } ?? ""
    let parts = address.split(separator: "?", maxSplits: 1)
    let path = (parts.first ?? "").split(separator: "#").first.map(String.init) ?? ""
    let query = parts.count > 1 ? String(parts[1]).lowercased() : ""
    let segments = path.split(separator: "/").map(String.init)
    guard let first = segments.firstIndex(where: { $0.lowercased().contains(name) }) else { return .nothing }
    let places = Array(segments[(first + 1)...])
    let place = places.first?.lowercased() ?? ""
    let isShortLink = tokens[host].text.lowercased() == "youtu"
    switch place {
    case _ where place.hasPrefix("@") && place.count > 1: return .name(places[0])
    case "c", "user": return places.count > 1 ? .name(places[1]) : .nothing
    case "watch", "shorts", "live", "embed", "v", "clip": return .video
    case "playlist": return .playlist
    case "": return query.contains("v=") ? .video : .nothing
    case _ where isShortLink: return .video
    case "channel", "feed", "feeds", "results", "hashtag", "post", "gaming", "premium", "account", "redirect":
      return .nothing
    // In the oldest form of address, the name follows the host directly.
    default: return .name(places[0])
    }
  }
}

extension ChannelAddress {
  /// The sentence for the user why the text adds no channel; nil for an id.
  func notice(_ texts: Texts) -> String? {
    switch self {
    case .id: nil
    case .name(let name):
      texts(
        "hub.channels.name",
        english:
          "Only YouTube can tell the id of “%@”. It is on the channel’s page under Share channel: Copy channel ID.",
        name)
    case .video:
      texts(
        "hub.channels.video",
        english: "This is the address of a video. Add its channel by the id or the channel’s page.")
    case .playlist:
      texts(
        "hub.channels.playlist",
        english: "This is the address of a playlist. Add its channel by the id or the channel’s page.")
    case .nothing:
      texts("hub.channels.noID", english: "This is not the id of a channel, or the address of its page.")
    }
  }
}
