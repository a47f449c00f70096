/// What the file of a film holds besides its pictures: what a render may hold, and everything else.
///
/// It asks nothing of who made the film, and looks into its code as well: encoders and cameras write there what they like.
struct FilmInspection {
  let film: ExaminedFilm

  /// In the order in which they were found: what describes the tracks, then the tracks, then their code.
  var blocks: [MetadataBlock] { film.findings.blocks }

  /// Code that cannot be taken apart is among the blocks: nobody knows what is in it.
  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where what describes the film cannot be read.
  init(_ file: any FilmBytes) throws(FaceBlurError) {
    do {
      film = try ExaminedFilm(file)
      judgeTracks()
      try judgeCode()
    } catch { throw error.asLeak }
  }

  /// - Parameter film: of a render, whose code is looked at by who compares it.
  init(tracksOf film: ExaminedFilm) {
    self.film = film
    judgeTracks()
  }

  private func judgeTracks() {
    let main = film.pictureTracks.first
    for track in film.tracks {
      if track.handler == "soun" {
        film.findings.allow(.sound, track.range)
        judgeSound(track)
      } else if track.handler == "vide" {
        guard track.id != main?.id else { continue }
        film.findings.object(.furtherPictureTrack, track.range, "only one track shows the film")
      } else {
        film.findings.object(
          .furtherTrack, track.range, "it is of the kind \(track.handler.text)",
          holding: FilmCarriers.name(ofTrack: track.handler))
      }
    }
  }

  /// Looks for pictures in it: players heed nothing but what they play.
  private func judgeSound(_ track: ExaminedTrack) {
    do throws(FaceBlurError) {
      guard let range = try ExaminedPictureFiles.first(in: track.extents ?? [], of: film) else { return }
      film.findings.object(.hiddenPicture, range, "the file of a picture lies in the sound")
    } catch {
      film.findings.object(.furtherTrack, track.range, "its sound cannot be read: \(error.reason)")
    }
  }

  /// Looks at every picture's code.
  private func judgeCode() throws(FaceBlurError) {
    guard let track = film.pictureTracks.first, let samples = track.samples, let entry = track.pictures else {
      return film.findings.object(.furtherCode, 0..<film.file.size, "it shows no pictures that can be found")
    }
    // Of other codes nothing is known here; that they are not a render's has been said.
    guard let codec = entry.codec, codec == .h264 || codec == .hevc else { return }
    do throws(FaceBlurError) {
      let sets = try FilmParameterSets(codec, entry.configuration)
      if let objection = sets.objection { film.findings.object(.parameterSet, entry.place, objection) }
      for range in sets.overfull {
        judge(set: entry.configuration[range], at: entry.place(ofConfiguration: range), isOverfull: true)
      }
      guard sets.lengthSize == 4 else {
        return film.findings.object(.furtherCode, entry.place, "its units have lengths of another size")
      }
    } catch {
      guard case .leak = error.kind else { throw error }
      return film.findings.object(.parameterSet, entry.place, error.reason)
    }
    guard samples.count <= ExaminedFilm.maxPictures else { throw .damagedRender("it has too many pictures") }
    for place in samples.places {
      let packet: ExaminedPacket
      do throws(FaceBlurError) { packet = try ExaminedPacket(try film.bytes(place), codec) } catch {
        guard case .leak = error.kind else { throw error }
        film.findings.object(.furtherCode, place, "\(error.reason), in a picture or more")
        return
      }
      for carrier in packet.carriers {
        film.findings.object(
          .hiddenPicture, place.lowerBound + carrier.lowerBound..<place.lowerBound + carrier.upperBound,
          "the file of a picture lies in a picture's code")
      }
      for (kind, range) in packet.strangers {
        let there = place.lowerBound + range.lowerBound..<place.lowerBound + range.upperBound
        if kind == .parameterSet {
          let set = try film.bytes(there)[...]
          judge(set: set, at: there, isOverfull: FilmParameterSets.isOverfull(set, codec))
        } else {
          film.findings.object(kind, there, "a picture's code holds more than the picture")
        }
      }
    }
  }

  /// Objects to a set of parameters, and looks for a picture in it: players heed nothing but what they need.
  private func judge(set: ArraySlice<UInt8>, at place: Range<Int>, isOverfull: Bool) {
    film.findings.object(
      .parameterSet, place,
      isOverfull ? FilmParameterSets.holdsMore : "a picture's code holds more than the picture")
    guard isOverfull, ExaminedPictureFiles.lie(inUnit: set) else { return }
    film.findings.object(.hiddenPicture, place, "the file of a picture lies in a set of parameters")
  }
}
