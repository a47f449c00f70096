/// How far samples may lie from their tones in a picture that a coder of blocks has changed. In levels of 8 bits.
///
/// What such a coder does to areas of few tones it does at the edges of units, where its filter wears down steps; within a unit
/// and in its mean there is little.
struct ToneTolerance {
  /// Of a sample at the edge of a unit.
  let edge: Double
  /// Of one further inside.
  let inside: Double
  /// Of the mean of a unit from that of its tones.
  let mean: Double
  /// Of one further inside from its tone, where that is moved by as much as the samples further inside its unit are on the mean.
  let structure: Double

  /// How many samples a filter of edges reaches into a unit, of which some are further inside in any case: of VP8's three (RFC 6386,
  /// 15.3).
  var edgeWidth = 3
}
