/// `POST /session`.
struct TokenObject: Decodable {
  let token: String
}

/// What a change of the whole review is asked for at; nil for whatever it is.
struct RevisionObject: Decodable {
  let revision: Int?
}

/// `{}`.
struct NoObject: Decodable {}
