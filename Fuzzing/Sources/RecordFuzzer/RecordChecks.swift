internal import Foundation
@testable internal import ImageProcessingKit

/// What must hold for a record file whoever wrote it.
enum RecordChecks {
  static func check(_ content: [UInt8]) {
    _ = RegionSidecar.isOurs(content)
    _ = DisplayMark(content)
    checkList(content)
    checkRequest(content)
    guard case .ours(let record, let data)? = try? RecordFile.content(of: content) else { return }
    check(record, data)
  }

  /// The file as Foundation reads it.
  private struct ReadByFoundation: Decodable {
    var adjustmentData: Data?
    var adjustmentFormatIdentifier: String?
    var adjustmentFormatVersion: String?
    var adjustmentTimestamp: Date?
  }

  /// What we read of a list in XML, Foundation does not read otherwise.
  private static func checkList(_ content: [UInt8]) {
    // Of a binary list some is left unread, and Foundation could go in circles there.
    guard !content.starts(with: BinaryPropertyList.magic), let file = try? AdjustmentFile(content),
      let other = try? PropertyListDecoder().decode(ReadByFoundation.self, from: Data(content))
    else { return }
    precondition(file.adjustmentData == other.adjustmentData, "the data reads as other data")
    precondition(
      file.adjustmentFormatIdentifier == other.adjustmentFormatIdentifier
        && file.adjustmentFormatVersion == other.adjustmentFormatVersion, "the record reads as another's")
    // Foundation's two readers do not agree with each other on years before the Gregorian calendar.
    guard let time = file.adjustmentTimestamp, time > firstGregorian else { return }
    precondition(time == other.adjustmentTimestamp, "the time reads as another")
  }

  /// A request that is taken leads nowhere else, and an edit in it is of one photo and makes areas.
  private static func checkRequest(_ content: [UInt8]) {
    guard let request = try? ScrubRequest(content) else { return }
    precondition(request.source.isAbsolute && request.target.isBelow, "a request leads elsewhere")
    precondition(request.id.utf8.count <= ScrubRequest.maxIDBytes, "an id is too long")
    guard let edit = request.edit else { return }
    guard request.sourceSHA256 != nil, let plan = try? edit.plan() else {
      fatalError("an edit of no photo was taken")
    }
    for geometry in geometries { _ = plan.areas(on: geometry) }
  }

  private static let firstGregorian = Date(timeIntervalSince1970: -12_219_292_800)

  /// A record that can be taken up is written as the same record, and everything that is made of it can be made.
  private static func check(_ record: EditRecord, _ data: AdjustmentData) {
    guard let written = try? record.adjustmentData(timestamp: data.timestamp) else {
      fatalError("a record that was read cannot be written")
    }
    precondition((try? EditRecord(written)) == record, "a record reads back as another")
    precondition(record.currentStep > 0 && !record.renders.isEmpty, "a record without an edit was taken up")
    guard let plan = try? record.state.plan() else { fatalError("a record without a plan was taken up") }
    for geometry in geometries {
      for area in plan.areas(on: geometry) {
        precondition(area.bounds.width > 0 && area.bounds.height > 0, "an area of nothing")
      }
      precondition(
        RegionSidecar.isOurs(RegionSidecar.content(of: plan, on: geometry)), "a sidecar is not ours")
    }
    var picture = PixelBuffer(width: 7, height: 3, red: 1, green: 200, blue: 255)
    record.state.tone.filters.apply(to: &picture)
    _ = record.renderWarning
  }

  private static let geometries = [
    PhotoGeometry(storedWidth: 61, storedHeight: 43, orientation: .right, unitWidth: 16, unitHeight: 8),
    PhotoGeometry(storedWidth: 1, storedHeight: 1, orientation: .up, unitWidth: 8, unitHeight: 8),
  ]
}
