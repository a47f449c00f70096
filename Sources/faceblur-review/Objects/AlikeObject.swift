internal import ImageProcessingKit

/// Questions that are the same one: `GET /api/alike`.
struct AlikeObject: Encodable {
  struct Member: Encodable {
    let photo: Int
    let region: String
    let name: String

    init(photo: Int, region: String, _ name: FilePath) {
      self.photo = photo
      self.region = region
      self.name = name.shown
    }
  }

  let members: [Member]
}

/// One answer to all of them: `POST /api/alike`.
struct AlikeChangeObject: Decodable {
  struct Member: Decodable {
    let photo: Int
    let region: String

    /// A list of two.
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      photo = try list.decode(Int.self)
      region = try list.decode(String.self)
    }
  }

  let revision: Int?
  let members: [Member]
  let face: Bool
}
