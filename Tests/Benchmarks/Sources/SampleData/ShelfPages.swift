public import Foundation
import MediaCore
public import ShelfClient

/// Library pages as Audiobookshelf sends them: books of some 2 KB with an audio file, a series, people and dates.
public enum ShelfPages {
  public static func page(items count: Int) -> Data {
    var words = Words(seed: 1)
    var text = #"{"results":["#
    for index in 0..<count {
      if index > 0 { text += "," }
      text += item(index, &words)
    }
    text += #"],"total":\#(count),"limit":\#(count),"page":0,"sortBy":"media.metadata.title","sortDesc":false,"#
    text += #""mediaType":"book","minified":true,"collapseseries":false,"include":""}"#
    return Data(text.utf8)
  }

  private static func item(_ index: Int, _ words: inout Words) -> String {
    let (id, title, author, series) = (words.uuid(), words.title(), words.name(), words.title())
    let folder = "\(author)/\(series)/\(1 + words.number(9)) - \(title)"
    let moment = 1_500_000_000_000 + words.number(290_000_000_000)
    let subtitle = words.chance(40) ? "\"\(words.sentence(words: 4).replacingOccurrences(of: ".", with: ""))\"" : "null"
    let published = 1950 + words.number(76)
    let (size, seconds) = (10_000_000 + words.number(90_000_000), 600 + words.number(60_000))
    let description = words.sentence(words: 24)
    let narrator = words.name()
    return #"""
      {"id":"\#(id)","ino":"\#(649_641_337_522_000_000 + index)","oldLibraryItemId":null,\#
      "libraryId":"5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11","folderId":"1a6f0f52-77c1-4f2e-bb0a-0d6b3c5e7a01",\#
      "path":"/audiobooks/\#(folder)","relPath":"\#(folder)","isFile":false,"mtimeMs":\#(moment),\#
      "ctimeMs":\#(moment + 120),"birthtimeMs":\#(moment - 5000),"addedAt":\#(moment + 864_000),\#
      "updatedAt":\#(moment + 2_419_200),"isMissing":false,"isInvalid":false,"mediaType":"book","media":{\#
      "id":"\#(words.uuid())","metadata":{"title":"\#(title)","titleIgnorePrefix":"\#(title)","subtitle":\#(subtitle),\#
      "authorName":"\#(author)","authorNameLF":"\#(author)","narratorName":"\#(narrator)",\#
      "seriesName":"\#(series) #\#(1 + words.number(9))","genres":["Fiction","Sea stories"],\#
      "publishedYear":"\#(published)","publishedDate":null,"publisher":"Nordlys Forlag",\#
      "description":"<p>\#(description)<\/p>\n\"\#(title)\" \u2013 <b>Tides</b> &amp; debts.","isbn":null,\#
      "asin":"B07\#(1_000_000 + words.number(8_999_999))","language":"en","explicit":false,"abridged":false},\#
      "coverPath":"/metadata/items/\#(id)/cover.jpg","tags":["favourite","unterwegs"],"numTracks":1,"numAudioFiles":1,\#
      "numChapters":2,"duration":\#(seconds).25,"size":\#(size),"audioFiles":[{"index":1,\#
      "ino":"\#(649_641_337_522_300_000 + index)","metadata":{"filename":"01 - Fyrtårn.mp3","ext":".mp3",\#
      "path":"/audiobooks/\#(folder)/01 - Fyrtårn.mp3","relPath":"01 - Fyrtårn.mp3","size":\#(size),\#
      "mtimeMs":\#(moment),"ctimeMs":\#(moment + 120),"birthtimeMs":\#(moment - 5000)},"addedAt":\#(moment),\#
      "updatedAt":\#(moment),"trackNumFromMeta":1,"discNumFromMeta":null,"trackNumFromFilename":1,\#
      "discNumFromFilename":null,"manuallyVerified":false,"exclude":false,"error":null,\#
      "format":"MP2/3 (MPEG audio layer 2/3)","duration":\#(seconds).25,"bitRate":64000,"language":null,"codec":"mp3",\#
      "timeBase":"1/14112000","channels":1,"channelLayout":"mono","chapters":[{"id":0,"start":0,"end":300.5,\#
      "title":"\#(words.title())"},{"id":1,"start":300.5,"end":\#(seconds).25,"title":"\#(words.title())"}],\#
      "embeddedCoverArt":"mjpeg","metaTags":{"tagAlbum":"\#(title)","tagArtist":"\#(author)","tagTitle":"Fyrtårn",\#
      "tagTrack":"1/1"},"mimeType":"audio/mpeg"}]},"numFiles":2,"size":\#(size + 9000)}
      """#
  }
}

/// A library page, read with the package's models.
public struct ShelfPage: Decodable, Hashable, Sendable {
  public let items: [ShelfItem]
  public let total: Int?

  private enum CodingKeys: String, CodingKey {
    case items = "results"
    case total
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    items = members.list(.items)
    total = members[.total]
  }
}
