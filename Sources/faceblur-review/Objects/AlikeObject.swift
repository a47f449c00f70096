internal import ImageProcessingKit

/// Questions that are the same one: `GET /api/alike`.
struct AlikeObject: Encodable {
  struct Member: Encodable {
    let photo: Int
    let region: String
    let name: String
    /// Of the photo; see `PhotoObject`.
    let basis: String

    init(photo: Int, region: String, _ name: FilePath, basis: String) {
      self.photo = photo
      self.region = region
      self.name = name.shown
      self.basis = basis
    }
  }

  let members: [Member]
}

/// One answer to all of them: `POST /api/alike`.
struct AlikeChangeObject: Decodable {
  struct Member: Decodable {
    let photo: Int
    let region: String
    /// That the photo was shown with; nil where nobody says it.
    let basis: String?

    /// A list of three.
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      photo = try list.decode(Int.self)
      region = try list.decode(String.self)
      basis = list.isAtEnd ? nil : try list.decode(String.self)
    }
  }

  let revision: Int?
  let members: [Member]
  let face: Bool
}
