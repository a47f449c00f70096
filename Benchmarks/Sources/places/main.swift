// places EFFORT [INSTRUCTIONS]    reads "photo" or "photo<TAB>coefficients" per line, answers every place that the networks take for a
// face as one line of JSON: boxes in pixels, the highest score of each network, and the probability,
// by itself and among the faces around it.
//
// The seven coefficients of FaceEvidence, in its order, stand in for those of the product: so the script beside this package
// evaluates photos by what was fitted to others.
//
// INSTRUCTIONS are those that the networks are computed with, such as avx512 where the processor has avx512bf16; the fastest unless said.
internal import FoundationEssentials
@testable internal import ImageProcessingKit

#if canImport(Glibc)
  internal import Glibc
#endif

struct Answer: Encodable {
  struct Place: Encodable {
    var box: [Double]
    var yunet: Double?
    var centerface: Double?
    /// By itself, and among the faces around it.
    var alone: Double
    var probability: Double
    /// The mean score of repeated looks; none where there were none.
    var repeated: Double?
    /// The faces around it, as `FaceNeighbors` weighs them.
    var company: Double
  }

  var file: String
  var places: [Place]
}

func evidence(_ coefficients: [Double]) -> FaceEvidence? {
  guard coefficients.count == 7 else { return nil }
  return FaceEvidence(
    lines: [
      .yunet: FaceEvidence.Line(start: coefficients[0], slope: coefficients[1]),
      .centerface: FaceEvidence.Line(start: coefficients[2], slope: coefficients[3]),
    ],
    planes: [
      [.yunet, .centerface]: FaceEvidence.Plane(
        start: coefficients[4], slopes: [.yunet: coefficients[5], .centerface: coefficients[6]])
    ], company: FaceEvidence.fitted.company, repeated: FaceEvidence.fitted.repeated)
}

func answer(_ file: String, by detector: NetworkDetector) throws -> Answer {
  let photo = try PhotoFormats.standard.open([UInt8](Data(contentsOf: URL(filePath: file))))
  let picture = try photo.displayImage(fitting: detector.longestLook)
  let size = photo.geometry.uprightSize
  let (width, height) = (Double(size.width), Double(size.height))
  return Answer(
    file: file,
    places: try detector.looked(at: picture, of: photo)[0].fusion.places().map { place in
      let rect = place.face
      return Answer.Place(
        box: [rect.x * width, rect.y * height, rect.width * width, rect.height * height],
        yunet: place.scores[.yunet], centerface: place.scores[.centerface], alone: place.probabilityAlone,
        probability: place.probability, repeated: place.repeated, company: place.company)
    })
}

let words = CommandLine.arguments
guard words.count == 2 || words.count == 3, let effort = DetectionEffort(rawValue: words[1]),
  let instructions = words.count == 3 ? NativeInstructions(rawValue: words[2]) : .fastest,
  instructions.isAvailable
else {
  print("usage: places EFFORT [INSTRUCTIONS] < photos")
  exit(64)
}
var loaded: [NetworkKind: LoadedModel] = [:]
for kind in effort.networks { loaded[kind] = try ModelLocator().load(kind.model) }
var used = FaceEvidence.fitted
var detector = try NetworkDetector(loaded: loaded, effort: effort, instructions: instructions)
while let line = readLine() {
  let parts = line.split(separator: "\t").map(String.init)
  guard let file = parts.first else { continue }
  let coefficients = parts.dropFirst().flatMap { $0.split(separator: " ") }.compactMap { Double($0) }
  let wanted = evidence(coefficients) ?? .fitted
  if wanted != used {
    used = wanted
    detector = try NetworkDetector(
      loaded: loaded, effort: effort, instructions: instructions, evidence: wanted)
  }
  print(String(decoding: try JSONEncoder().encode(answer(file, by: detector)), as: UTF8.self))
  fflush(nil)
}
