// What comes of black, computed by the kernels that compute all else, so that it is the same to the last bit.
#include "streaming.hpp"

namespace facedetection {

const Program::Pixels &Program::blank_pixels(bool swaps) const {
  BlankPixels &made = blank[swaps];
  std::call_once(made.once, [&] { made.pixels = made_of_black(swaps); });
  return made.pixels;
}

Program::Pixels Program::made_of_black(bool swaps) const {
  Pixels pixels(graph.tensors.size());
  pixels[0].assign(spacing(0), 0.0f);
  for (size_t index = 0; index < graph.layers.size(); index++) {
    const Layer &layer = graph.layers[index];
    if (layer.kind == LayerKind::picture || layer.kind == LayerKind::output)
      continue;
    const std::vector<float> &input = pixels[layer.input];
    const std::vector<float> *other = layer.other >= 0 ? &pixels[layer.other] : nullptr;
    // The pixels of a deconvolution's result differ, and so does what is made of them.
    if (layer.kind == LayerKind::deconvolution || input.empty() || (other && other->empty()))
      continue;
    std::vector<float> &output = pixels[layer.output];
    output.resize(spacing(layer.output));
    const size_t vectors = output.size() / static_cast<size_t>(kernels.lanes);
    if (layer.kind == LayerKind::pool) {
      output = input;
    } else if (layer.kind == LayerKind::add) {
      kernels.add(input.data(), other->data(), 0, output.data(), vectors, 1);
    } else {
      std::vector<float> window;
      for (int column = 0; column < layer.kernel; column++)
        window.insert(window.end(), input.begin(), input.end());
      const ConvolutionRow row = {{window.data(), window.data(), window.data()}, other ? other->data() : nullptr,
                                  output.data()};
      const Convolution convolution = this->convolution(static_cast<int>(index), 0, swaps);
      if (prepared[index].takes_pairs) {
        if (must_round(index))
          kernels.to_pairs(input.data(), window.data(), input.size());
        kernels.dense_of_pairs(convolution, row, 1);
      } else if (layer.kind == LayerKind::depthwise)
        kernels.depthwise(convolution, row, 1);
      else
        kernels.dense(convolution, row, 1);
    }
  }
  return pixels;
}

} // namespace facedetection
