// What a network makes of black: far from all else the same in every pixel of a tensor. It is computed once for all of them.
#pragma once

#include <algorithm>

#include "schedule.hpp"

namespace facedetection {

// Columns from `begin` to before `end`.
struct Span {
  int begin = 0, end = 0;

  int count() const { return std::max(end - begin, 0); }
};

inline Span common(Span a, Span b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

// The columns of a row that are as in a picture that is black everywhere: some at its left and some at its right, or all of them, which
// are both.
struct Blank {
  Span left, right;

  static Blank all(int width) { return {{0, width}, {0, width}}; }
};

inline Blank common(const Blank &a, const Blank &b) { return {common(a.left, b.left), common(a.right, b.right)}; }

// Of a picture, which is black all around.
Blank beyond_edges(Blank blank, int width);

// What a layer makes of the columns that all rows of its window have in common.
Blank blank_result(const Layer &layer, const Blank &common, int width);

// The blank columns at the beginning and the end of a row of RGB that goes on black up to `padded_width`.
Blank blank_columns(const uint8_t *rgb, int width, int padded_width);

// What is left to compute of a row: up to three spans, none of which is so short that it takes as long as a longer one. Clips the blank
// columns to what is between them.
int busy_spans(Blank &blank, int width, Span (&busy)[3]);

} // namespace facedetection
