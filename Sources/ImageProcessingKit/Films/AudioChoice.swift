/// What becomes of what is heard in a film.
enum AudioChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case keep, drop
}
