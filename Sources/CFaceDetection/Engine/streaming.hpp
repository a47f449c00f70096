// Runs a network row by row. Each tensor is a ring of the few rows that are still needed, so that a large
// picture takes little more memory than a small one and nearly all data stays in the cache.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "arena.hpp"
#include "blank.hpp"
#include "graph.hpp"
#include "kernels.hpp"
#include "../network.hpp"
#include "schedule.hpp"

namespace facedetection {

// The layers of a network, and their weights as the kernels want them. Networks that run at the same time share them.
struct Program {
  struct Weights {
    std::vector<float> weights, bias;
  };
  // The first of a pair is for pictures in RGB, or for a deconvolution's even rows; the second for BGR or odd.
  struct Prepared {
    Weights variants[2];
    Convolution convolution;
    // Whether input and weights lie in pairs; what does not is rounded to pairs first.
    bool takes_pairs = false;
    // Multiplications and additions that a pixel of the result takes.
    uint64_t multiply_adds = 0;
  };

  Program(Graph graph, const Kernels &kernels);

  // Floats from one pixel of a tensor to the next.
  size_t spacing(int tensor) const;
  // Whether a layer's input is to be rounded to pairs before it is read.
  bool must_round(size_t layer) const {
    return prepared[layer].takes_pairs && !in_pairs[static_cast<size_t>(graph.layers[layer].input)];
  }

  // A layer's weights, for a row of its result where rows differ.
  Convolution convolution(int layer, int row, bool swaps) const;

  // By tensor, one pixel of what comes of black. Nothing of tensors that are not the same in all pixels then.
  using Pixels = std::vector<std::vector<float>>;
  const Pixels &blank_pixels(bool swaps) const;

  Graph graph;
  const Kernels &kernels;
  std::vector<bool> in_pairs;     // for each tensor, whether it is kept in pairs
  std::vector<Prepared> prepared; // one per layer

private:
  // Made when first asked for.
  struct BlankPixels {
    std::once_flag once;
    Pixels pixels;
  };
  mutable std::array<BlankPixels, 2> blank;

  Pixels made_of_black(bool swaps) const;
  void choose_pairs();
  bool reads_pairs(size_t layer, const std::vector<bool> &leads_out) const;
  size_t padded_channels(int tensor) const;
  void prepare_layer(const Layer &layer, Prepared &prepared) const;
  Weights packed(const Layer &layer, const Prepared &prepared, int variant) const;
  Weights packed_depthwise(const Layer &layer) const;
};

// Of lines of weights, one for each number of a window, of which the numbers of a run lie side by side: lines of pairs. A run of an odd length
// ends with zeros.
std::vector<float> paired(const std::vector<float> &lines, size_t line, size_t run);

class StreamingNetwork : public Network {
public:
  explicit StreamingNetwork(std::shared_ptr<const Program> program)
      : program(std::move(program)), graph(this->program->graph), kernels(this->program->kernels) {}

  std::unique_ptr<Network> beside() const override { return std::make_unique<StreamingNetwork>(program); }

  void run(Input input, bool swaps, std::vector<Output> &outputs) override;

  void release() override { give_back(std::move(arena)); }

  uint64_t multiply_adds() const override;

private:
  struct Ring {
    size_t offset = 0; // of the first pixel of the first row, in the arena
    size_t row_floats = 0;
    size_t spacing = 0; // floats of one pixel
    int capacity = 1;
    int width = 0, height = 0;
  };

  void resize(int width, int height);
  size_t lay_out_rings(int width, int height);
  size_t lay_out_results(size_t total);

  float *pixels(int tensor, int row);
  const float *window_row(int tensor, int row);
  void read_picture(const Input &input, int row);
  void run_step(const Step &step, Span columns);
  void run_convolution(const Step &step, Span columns);
  const float *rounded(const Step &step, const Convolution &convolution, Span columns);
  void run_output(const Layer &layer, int row);

  struct BlankRow {
    Blank blank;
    // What was filled in and is still there.
    Blank filled;
  };

  void forget_blank();
  void note_blank(int row, const Blank &blank);
  BlankRow &blank_row(int tensor, int row);
  // What is blank of the row that a step makes, given what is blank of the rows that it reads.
  Blank blank_of(const Step &step);
  void fill(const Step &step, Span span, Span filled);
  void run_busy(const Step &step);

  std::shared_ptr<const Program> program;
  const Graph &graph;
  const Kernels &kernels;

  // For the current size of picture.
  int width = 0, height = 0;
  Schedule schedule;
  std::vector<Ring> rings; // one per tensor
  std::vector<Ring> results; // one per output
  size_t rounded_offset = 0; // of the place for a row that is rounded to pairs
  size_t floats = 0; // of the arena that is computed in
  uint64_t owner = 0; // of the arena's layout
  std::unique_ptr<Arena> arena; // until the outputs are read
  float *memory = nullptr; // its first float

  // For the current picture.
  bool swaps = false;
  // Whether any of it is black at a side, so that the rows below say what is blank in each row of a ring.
  bool has_blank = false;
  std::vector<std::vector<BlankRow>> blank_rows;
};

} // namespace facedetection
