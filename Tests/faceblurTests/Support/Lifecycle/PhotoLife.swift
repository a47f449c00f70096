import ImageProcessingKit

/// What a photo's folder must hold, by the lifecycle's contract alone: none of the product's code decides it.
struct PhotoLife {
  struct Region: Hashable {
    var box: LifeBox
    var isApplied = true
    var isDrawn = false

    /// The part of the union that two boxes share.
    func overlap(_ other: LifeBox) -> Double {
      let across = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
      let down = min(box.y + box.height, other.y + other.height) - max(box.y, other.y)
      let shared = max(across, 0) * max(down, 0)
      return shared / (box.width * box.height + other.width * other.height - shared)
    }
  }

  /// Where a box is hidden, because a region that is rendered reaches over it.
  static func hides(_ regions: [Region], _ box: LifeBox) -> Bool {
    regions.contains { region in
      let reach = region.box.scaled(by: 1.3)
      return region.isApplied && reach.x <= box.x && reach.y <= box.y
        && reach.x + reach.width >= box.x + box.width && reach.y + reach.height >= box.y + box.height
    }
  }

  /// What a render does.
  struct Recipe: Hashable {
    /// By id; nil where nobody has looked for faces or drawn one.
    var regions: [String: Region]?
    var style = "mosaic"
    var cells = 12
    var sepia = 0.0

    /// Cells of means are few.
    var mostCells: Int { style == "pixelate" ? 6 : 24 }

    /// Another style has its own number of cells.
    mutating func change(style: String) {
      if style != self.style { cells = style == "pixelate" ? 6 : 12 }
      self.style = style
    }

    var applied: [LifeBox] { (regions ?? [:]).values.filter(\.isApplied).map(\.box) }

    /// What a look at the photo adds: faces that are none of the regions, the closest pairs first.
    mutating func take(_ faces: [LifeBox]) {
      var known = regions ?? [:]
      let pairs = known.flatMap { id, region in
        faces.indices.map { (id: id, face: $0, overlap: region.overlap(faces[$0])) }
      }.filter { $0.overlap > 0.3 }.sorted { $0.overlap > $1.overlap }
      var matched: Set<String> = []
      var seen: Set<Int> = []
      for pair in pairs where !matched.contains(pair.id) && !seen.contains(pair.face) {
        matched.insert(pair.id)
        seen.insert(pair.face)
      }
      var free = (1...).lazy.map { "f\($0)" }.filter { [known] in known[$0] == nil }.makeIterator()
      for face in faces.indices where !seen.contains(face) {
        if let id = free.next() { known[id] = Region(box: faces[face]) }
      }
      regions = known
    }

    /// Whether another recipe shows something that this one hides.
    func isOpened(by other: Recipe) -> Bool {
      applied.contains { !PhotoLife.hides(Array((other.regions ?? [:]).values), $0) }
    }
  }

  struct Edit {
    var steps: [Recipe]
    /// From 1.
    var current: Int
    /// Relative paths of the renders, the newest last.
    var places: [String]
    var hasSidecar = false

    var recipe: Recipe { steps[current - 1] }
  }

  struct Foreign {
    var picture: LifePicture
    var record: [UInt8]
  }

  let photo: LifePhoto
  let name: String
  /// Files that the edit does not know of, by their SHA-256.
  var bystanders: [String: String]
  var foreign: Foreign?
  var edit: Edit?
  /// Everything that some command has hidden and none has named since: whatever is done, no render shows it again. What is taken
  /// back as a whole has no render any more.
  private(set) var hidden: [LifeBox] = []

  init(_ photo: LifePhoto, named name: String) {
    self.photo = photo
    self.name = name
    bystanders = [name: SHA256.hexDigest(of: photo.picture.bytes)]
  }

  private var stem: String { String(name.prefix { $0 != "." }) }
  private var ending: String { String(name.drop { $0 != "." }) }
  var record: String { stem + ".AAE" }
  var sidecar: String { name + ".xmp" }
  /// Where a render goes unless told otherwise.
  var defaultRender: String {
    (stem.hasPrefix("IMG_") ? "IMG_E" + stem.dropFirst(4) : stem + "_edited") + ending
  }
  var elsewhere: String { "web/" + name }

  /// What renders are made from.
  var base: LifePicture { foreign?.picture ?? photo.picture }

  /// Where the other program's render is kept beneath an edit.
  var baseName: String {
    let digest = SHA256.hexDigest(of: base.bytes)
    return ([""] + (2...9).map { "\($0)" }).map { "\(stem)_base\($0)\(ending)" }
      .first { bystanders[$0] == nil || bystanders[$0] == digest } ?? ""
  }

  /// Everything that must be in the folder, and nothing else.
  var names: Set<String> {
    var names = Set(bystanders.keys)
    if foreign != nil { names.formUnion([record, defaultRender]) }
    if let edit {
      names.formUnion(edit.places + [record])
      if foreign != nil { names.insert(baseName) }
      if edit.hasSidecar { names.insert(sidecar) }
    }
    if names.contains(where: { $0.hasPrefix("web/") }) { names.insert("web") }
    return names
  }

  // MARK: What commands do

  /// A render of a recipe was committed.
  mutating func commit(_ recipe: Recipe, to place: String? = nil, sidecar: Bool = false) {
    if sidecar { bystanders[self.sidecar] = nil }
    hidden += recipe.applied.filter { !hidden.contains($0) }
    guard var edit else {
      if foreign != nil { bystanders[baseName] = nil }
      self.edit = Edit(
        steps: [recipe], current: 1, places: [place ?? defaultRender], hasSidecar: sidecar)
      return
    }
    if recipe != edit.recipe {
      edit.steps = Array(edit.steps.prefix(edit.current)) + [recipe]
      edit.current = edit.steps.count
    }
    if let place { edit.places = edit.places.filter { $0 != place } + [place] }
    edit.hasSidecar = edit.hasSidecar || sidecar
    self.edit = edit
  }

  mutating func go(to step: Int) {
    edit?.current = step
    hidden += edit?.recipe.applied ?? []
  }

  /// Boxes that a command named, by a region's id or by the flag for all of them.
  mutating func mayShow(_ boxes: [LifeBox]) {
    hidden.removeAll(where: boxes.contains)
    hidden += edit?.recipe.applied ?? []
  }

  mutating func mayShow(_ earlier: PhotoLife) { mayShow(earlier.hidden) }

  mutating func revert() {
    edit = nil
    foreign = nil
    hidden = []
  }

  mutating func revertPhase() {
    edit = nil
    hidden = []
  }

  /// Another program puts its record and render in the place of ours.
  /// - Parameter digests: of all files, before.
  mutating func takeOver(_ picture: LifePicture, _ record: [UInt8], digests: [String: String]) {
    bystanders = digests.filter { $0.key != self.record && $0.key != defaultRender }
    edit = nil
    hidden = []
    foreign = Foreign(picture: picture, record: record)
  }
}
