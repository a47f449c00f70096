/// The numbers of elements that are read (RFC 8794, 11.2, and RFC 9559, 5.1).
enum MatroskaID {
  static let head = 0x1A45_DFA3
  static let void = 0xEC
  static let checksum = 0xBF

  static let segment = 0x1853_8067
  static let information = 0x1549_A966
  static let tracks = 0x1654_AE6B
  static let cluster = 0x1F43_B675
  static let attachments = 0x1941_A469
  /// What stands in a segment side by side, and in nothing else: one of them ends a cluster that does not say where it ends.
  static let inSegment: Set<Int> = [
    information, tracks, cluster, attachments, 0x114D_9B74, 0x1C53_BB6B, 0x1043_A770, 0x1254_C367,
  ]

  // In a cluster.
  static let time = 0xE7
  static let simpleBlock = 0xA3
  static let blockGroup = 0xA0
  static let block = 0xA1
  static let blockDuration = 0x9B
  static let reference = 0xFB
  static let codecState = 0xA4
  static let discarded = 0x75A2
  static let encryptedBlock = 0xAF

  // In what describes a track.
  static let track = 0xAE
  static let number = 0xD7
  static let kind = 0x83
  static let codec = 0x86
  static let configuration = 0x63A2
  static let duration = 0x23_E383
  static let delay = 0x56AA
  static let timeScale = 0x23_314F
  static let language = 0x22_B59C
  static let encodings = 0x6D80
  static let video = 0xE0
  static let audio = 0xE1
}
