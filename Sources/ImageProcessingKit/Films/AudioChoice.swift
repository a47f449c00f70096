/// What becomes of a film's sound. Voices identify people as faces do.
package enum AudioChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its packets are copied byte for byte.
  case keep
  case drop
  /// It is silent while somebody is hidden in the pictures, and else copied byte for byte.
  case muteHidden = "mute-hidden"
}
