// pictures FOLDER    renders two dozen scenes in every style as photos are rendered, has the gate check each, and writes
// them side by side: FOLDER/styles.jpg and FOLDER/styles-2.jpg. Ends with 1 where the gate objects.
import FoundationEssentials
import ImageProcessingKit

#if canImport(Glibc)
  import Glibc
#endif

guard CommandLine.arguments.count == 2 else {
  print("usage: pictures FOLDER")
  exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let scenes = try Scene.all()
var objections = 0
var rows: [ContactSheet.Row] = []
for (index, scene) in scenes.enumerated() {
  let photo = try ScenePhoto(scene)
  var pictures = [try photo.original()]
  for style in ScenePhoto.styles {
    do {
      pictures.append(try photo.rendered(in: style))
    } catch let objection as ScenePhoto.Objection {
      print("\(scene.caption), \(style.rawValue): \(objection.reason)")
      objections += 1
      pictures.append(scene.picture)
    }
  }
  rows.append(ContactSheet.Row(caption: "\(index + 1)  \(scene.caption)", pictures: pictures))
}
guard objections == 0 else { exit(1) }
let middle = (rows.count + 1) / 2
let pages = [("styles.jpg", rows[..<middle]), ("styles-2.jpg", rows[middle...])]
for (name, rows) in pages {
  let sheet = try ContactSheet(columns: ["the photo"] + ScenePhoto.styles.map(\.rawValue), rows: Array(rows))
  try Data(sheet.encoded()).write(to: folder.appending(path: name))
}
