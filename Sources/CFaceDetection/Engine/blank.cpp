#include "blank.hpp"

#include <cstdint>
#include <cstring>

namespace facedetection {
namespace {

// Fewer columns of a picture are not worth looking for.
constexpr int fewest_in_picture = 64;
// Fewer columns of a row are not worth leaving out.
constexpr int fewest_left_out = 8;
// Fewer columns take as long.
constexpr int fewest_computed = 8;

// Of bytes, how many at the beginning are 0.
size_t leading_zeros(const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (uint64_t eight; at + sizeof eight <= count; at += sizeof eight) {
    std::memcpy(&eight, bytes + at, sizeof eight);
    if (eight != 0)
      break;
  }
  while (at < count && bytes[at] == 0)
    at++;
  return at;
}

// The same at the end.
size_t trailing_zeros(const uint8_t *bytes, size_t count) {
  size_t left = count;
  for (uint64_t eight; left >= sizeof eight; left -= sizeof eight) {
    std::memcpy(&eight, bytes + left - sizeof eight, sizeof eight);
    if (eight != 0)
      break;
  }
  while (left > 0 && bytes[left - 1] == 0)
    left--;
  return count - left;
}

Span inner(Span span, const Layer &layer) {
  switch (layer.kind) {
  case LayerKind::pool: return {(span.begin + 1) / 2, span.end / 2};
  case LayerKind::add:
  case LayerKind::dense:
  case LayerKind::depthwise: {
    // All pixels of a window lie in it.
    const int reach = layer.kernel / 2, stride = layer.stride;
    if (span.count() <= 2 * reach)
      return {};
    const int begin = std::max(span.begin + reach, 0), end = std::max(span.end - reach, 0);
    if (layer.pools)
      return {(begin + 1) / 2, end / 2};
    return {(begin + stride - 1) / stride, (end + stride - 1) / stride};
  }
  default: return {};
  }
}

} // namespace

Blank beyond_edges(Blank blank, int width) {
  for (Span *span : {&blank.left, &blank.right})
    if (span->count() > 0)
      *span = {span->begin == 0 ? -2 : span->begin, span->end == width ? width + 2 : span->end};
  return blank;
}

Blank blank_result(const Layer &layer, const Blank &common, int width) {
  Blank result = {inner(common.left, layer), inner(common.right, layer)};
  for (Span *span : {&result.left, &result.right})
    *span = facedetection::common(*span, {0, width});
  return result;
}

Blank blank_columns(const uint8_t *rgb, int width, int padded_width) {
  const size_t count = static_cast<size_t>(width) * 3, first = leading_zeros(rgb, count);
  if (first == count)
    return Blank::all(padded_width);
  const size_t end = count - trailing_zeros(rgb, count);
  const Span left = {0, static_cast<int>(first / 3)}, right = {static_cast<int>((end + 2) / 3), padded_width};
  const bool counts = std::max(left.count(), width - right.begin) >= fewest_in_picture;
  return counts ? Blank{left, right} : Blank{};
}

int busy_spans(Blank &blank, int width, Span (&busy)[3]) {
  Span &left = blank.left, &right = blank.right;
  if (left.begin > 0)
    left.begin = std::max(left.begin, fewest_computed);
  if (right.end < width)
    right.end = std::min(right.end, width - fewest_computed);
  if (left.count() > 0 && left.end < width)
    left.end = std::min(left.end, width - fewest_computed);
  if (left.count() < fewest_left_out)
    left = {};
  // Both are the same where all is blank.
  right.begin = std::max(right.begin, left.end);
  if (left.count() > 0 && right.begin > left.end)
    right.begin = std::max(right.begin, left.end + fewest_computed);
  if (left.count() == 0 && right.begin > 0)
    right.begin = std::max(right.begin, fewest_computed);
  if (right.count() < fewest_left_out)
    right = {};
  int count = 0, at = 0;
  for (const Span &span : {left, right})
    if (span.count() > 0) {
      if (span.begin > at)
        busy[count++] = {at, span.begin};
      at = span.end;
    }
  if (at < width)
    busy[count++] = {at, width};
  return count;
}

} // namespace facedetection
