// Runs a network row by row. Each tensor is a ring of the few rows that are still needed, so that a large
// picture takes little more memory than a small one and nearly all data stays in the cache.
#pragma once

#include <memory>

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
  };

  Program(Graph graph, const Kernels &kernels);

  // Floats from one pixel of a tensor to the next.
  size_t spacing(int tensor) const;

  Graph graph;
  const Kernels &kernels;
  std::vector<Prepared> prepared; // one per layer

private:
  void prepare_layer(const Layer &layer, Prepared &prepared) const;
  Weights packed(const Layer &layer, int variant) const;
  Weights packed_depthwise(const Layer &layer) const;
};

class StreamingNetwork : public Network {
public:
  explicit StreamingNetwork(std::shared_ptr<const Program> program)
      : program(std::move(program)), graph(this->program->graph), kernels(this->program->kernels) {}

  std::unique_ptr<Network> beside() const override { return std::make_unique<StreamingNetwork>(program); }

  void run(Input input, bool swaps, std::vector<Output> &outputs) override;

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
  void run_convolution(const Step &step, bool swaps);
  void run_output(const Layer &layer, int row);

  std::shared_ptr<const Program> program;
  const Graph &graph;
  const Kernels &kernels;

  // For the current size of picture.
  int width = 0, height = 0;
  Schedule schedule;
  std::vector<Ring> rings; // one per tensor
  std::vector<float> arena;
  std::vector<Ring> results; // one per output
  float *memory = nullptr; // the arena from its first aligned float on
};

} // namespace facedetection
