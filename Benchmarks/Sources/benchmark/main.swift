// Four uses, all for the script beside this package:
//   benchmark serve ENGINE REGIONS    reads the name of a photo per line, answers "milliseconds cpu-milliseconds"
//   benchmark stages REGIONS PHOTO N  takes a photo through all stages so many times, and says "name, milliseconds, cpu-milliseconds,
//                                     multiply-adds" of each, divided by tabulators
//   benchmark peak                    says how many multiply-adds one thread of this processor does in a second
//   benchmark record REGIONS PHOTO    blurs a photo by given regions, so that its record can be rendered again
internal import CReference
internal import FoundationEssentials
@testable internal import ImageProcessingKit

#if canImport(Glibc)
  internal import Glibc
#endif

/// What this process has used of a processor, in milliseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func serve(_ engine: Engine, _ plan: RegionPlan) throws {
  let sink = KeptSink()
  var held: (name: String, work: () throws -> Void) = ("", {})
  while let name = readLine() {
    if held.name != name {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: name)))
      held = (name, try engine.work(on: bytes, plan, into: sink))
    }
    let start = processorTime()
    let time = try ContinuousClock().measure(held.work)
    print(time / .milliseconds(1), processorTime() - start)
    fflush(nil)
  }
}

func record(_ plan: RegionPlan, _ photo: String) throws {
  var session = try EditSession.begin(FilePath(photo))
  var outputs = OutputGuard(originals: [FilePath(photo)], force: true)
  let given = DetectorIdentity(
    name: "given", modelSHA256: String(repeating: "0", count: 64), longSides: [], threshold: 0)
  // Regions are given as fractions of what viewers show, as other tools are told them; a grid may code more than that.
  var plan = plan
  let frame = session.photo.geometry.frame
  for index in plan.regions.indices {
    plan.regions[index].rect = frame.wholeRect(ofVisible: plan.regions[index].rect)
  }
  session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: given)))
  let committed = try session.finish(lookingAgain: nil, guardedBy: &outputs)
  if let record = committed.recordFile { print(record) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("serve", 3):
  guard let engine = Engine(rawValue: arguments[1]), let plan = RegionPlan(arguments[2]) else { exit(64) }
  try serve(engine, plan)
case ("record", 3):
  guard let plan = RegionPlan(arguments[1]) else { exit(64) }
  try record(plan, arguments[2])
case ("stages", 4):
  guard let plan = RegionPlan(arguments[1]), let rounds = Int(arguments[3]) else { exit(64) }
  let stages = try Stages(of: FilePath(arguments[2]), plan)
  for _ in 0..<rounds { try stages.run { print("\($0)\t\($1)\t\($2)\t\($3)") } }
case ("peak", 1):
  print(cref_multiply_adds_per_second())
default:
  print(
    "usage: benchmark serve ENGINE REGIONS | benchmark record REGIONS PHOTO | benchmark stages REGIONS PHOTO N"
      + " | benchmark peak")
  exit(64)
}
