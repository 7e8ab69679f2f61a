package import Foundation

extension PictureData {
  /// Checks a whole answer to a request for a picture. Neither its status nor its media type shows that it is one: only its bytes do.
  /// - Returns: the answer's body.
  /// - Throws: `wrongServer` for a web page or anything else in the picture's place; `undecodable` for an answer without a body;
  ///   `unreachable` for a body that is shorter than its announced length.
  package static func checked(_ answer: HTTPResponse, _ operation: OperationID) throws(ClientError) -> Data {
    func failure(_ kind: ClientError.Kind, _ detail: String) -> ClientError {
      ClientError(kind, operation: operation, status: answer.status, detail: detail)
    }
    guard [200, 203].contains(answer.status), !answer.body.isEmpty else {
      throw failure(.undecodable, ClientError.Detail.empty)
    }
    guard isPicture(answer.body, mediaType: answer.mediaType) else {
      let isPage = answer.mediaType == "text/html" || answer.isPage
      throw failure(.wrongServer, isPage ? ClientError.Detail.html : notThePicture)
    }
    guard !answer.isCut else { throw failure(.unreachable, TransportFailure.Reach.connectionLost.rawValue) }
    return answer.body
  }

  /// The detail whose text says that something else came in place of the file.
  private static let notThePicture = "notTheFile"
}
