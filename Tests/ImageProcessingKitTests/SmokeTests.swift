import Testing
import TestSupport
@testable import ImageProcessingKit

@Suite struct SmokeTests {
  @Test func decodes() throws {
    #expect(try TestPhotos.pixels(of: TestPhotos.astronaut()).width == 512)
  }
}
