// One look at a picture with a network: scaling, running, decoding, and back to the picture's own pixels.
#include <atomic>

#include "Engine/arena.hpp"
#include "Engine/kernels.hpp"
#include "architecture.hpp"
#include "include/CFaceDetection.h"
#include "raster.hpp"

using namespace facedetection;

namespace {

// OpenCV 4.6 computes wide inputs that are 32 pixels high wrongly.
constexpr int smallest_side = 2 * input_multiple;

int round_up(int value) {
  return std::max(smallest_side, (value + input_multiple - 1) / input_multiple * input_multiple);
}

// The way back from the pixels of what a network looked at to those of the scaled picture. Both the picture and a face
// in it turn around their centres. Of a turned face the ellipse in the box counts, so that a box askew does not become
// much larger.
struct WayBack {
  Size upright, turned;
  Turn turn;

  WayBack(Size upright, const Turn &turn) : upright(upright), turned(turned_size(upright, turn)), turn(turn) {}

  fbd_face operator()(const fbd_face &face) const {
    const double cosine = turn.cosine, sine = turn.sine;
    double x = face.x + face.width / 2 - turned.width / 2.0, y = face.y + face.height / 2 - turned.height / 2.0;
    double width = std::hypot(face.width * cosine, face.height * sine);
    double height = std::hypot(face.width * sine, face.height * cosine);
    double left = x * cosine - y * sine + upright.width / 2.0 - width / 2;
    double top = x * sine + y * cosine + upright.height / 2.0 - height / 2;
    return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(width), static_cast<float>(height),
            face.score};
  }
};

// How a picture is looked at, checked.
struct Look {
  const fbd_picture &picture;
  Size scaled_to;
  Turn turn;

  Look(const fbd_picture &picture, int32_t long_side, int32_t degrees)
      : picture(checked(picture, degrees)), scaled_to(scaled_size(picture, long_side)), turn(degrees) {}

  std::unique_ptr<Rows> rows(PixelInstructions instructions = fastest_pixel_instructions(),
                             AwaitedRows awaited = {}) const {
    return turned(scaled(picture, scaled_to, instructions, awaited), turn, instructions);
  }

private:
  static const fbd_picture &checked(const fbd_picture &picture, int32_t degrees) {
    check(picture);
    if (degrees < 0 || degrees >= 360)
      throw Refusal{FBD_INVALID_ARGUMENT, "the turn is not 0 to 359 degrees"};
    return picture;
  }
};

const Architecture &architecture_of(fbd_architecture architecture) {
  switch (architecture) {
  case FBD_YUNET:
    return yunet();
  case FBD_CENTERFACE:
    return centerface();
  }
  throw Refusal{FBD_INVALID_ARGUMENT, "there is no such architecture"};
}

} // namespace

// Of all networks of this process.
static std::atomic<uint64_t> multiply_adds;

uint64_t fbd_multiply_adds(void) { return multiply_adds.load(std::memory_order_relaxed); }

void fbd_keep_memory(void) { keep_arenas(); }

struct fbd_network {
  const Architecture &architecture;
  std::unique_ptr<Network> network;
  std::vector<Network::Output> outputs;
  std::vector<fbd_face> faces;
};

fbd_status fbd_network_create(fbd_architecture kind, fbd_instructions instructions, const uint8_t *model,
                              size_t count, fbd_network **network, fbd_message *message) {
  *network = nullptr;
  return barrier(message, FBD_MODEL_UNREADABLE, [&] {
    const Architecture &architecture = architecture_of(kind);
    const Kernels *kernels = kernels_for(instructions);
    if (!kernels)
      throw Refusal{FBD_INVALID_ARGUMENT, "this processor lacks the instructions asked for"};
    *network = new fbd_network{
        architecture, make_native_network(model, count, architecture.outputs, *kernels), {}, {}};
  });
}

fbd_status fbd_network_create_in_opencv(fbd_architecture kind, const fbo_functions *opencv, const uint8_t *model,
                                        size_t count, fbd_network **network, fbd_message *message) {
  *network = nullptr;
  return barrier(message, FBD_MODEL_UNREADABLE, [&] {
    const Architecture &architecture = architecture_of(kind);
    *network = new fbd_network{
        architecture, make_opencv_network(model, count, architecture.outputs, *opencv), {}, {}};
  });
}

fbd_status fbd_network_create_beside(const fbd_network *other, fbd_network **network, fbd_message *message) {
  *network = nullptr;
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    *network = new fbd_network{other->architecture, other->network->beside(), {}, {}};
  });
}

namespace {

// Whatever comes of a look: other networks compute in its memory then.
struct Released {
  Network &network;
  ~Released() { network.release(); }
};

} // namespace

static fbd_status detect(fbd_network *network, fbd_picture picture, AwaitedRows awaited, int32_t long_side,
                         int32_t degrees, float threshold, fbd_faces *faces, fbd_message *message) {
  *faces = {nullptr, 0};
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    if (!(threshold >= 0 && threshold <= 1))
      throw Refusal{FBD_INVALID_ARGUMENT, "the threshold is not 0 to 1"};
    const Look look(picture, long_side, degrees);
    std::unique_ptr<Rows> rows = look.rows(fastest_pixel_instructions(), awaited);
    const int width = round_up(rows->width), height = round_up(rows->height);
    const Architecture &architecture = network->architecture;
    const Released released{*network->network};
    network->network->run({std::move(rows), width, height}, architecture.wants_bgr, network->outputs);
    multiply_adds.fetch_add(network->network->multiply_adds(), std::memory_order_relaxed);
    network->faces.clear();
    architecture.decode(network->outputs, width, height, threshold, network->faces);

    const WayBack way_back(look.scaled_to, look.turn);
    float back_x = static_cast<float>(picture.width) / look.scaled_to.width;
    float back_y = static_cast<float>(picture.height) / look.scaled_to.height;
    for (fbd_face &found : network->faces) {
      fbd_face face = way_back(found);
      found = {face.x * back_x, face.y * back_y, face.width * back_x, face.height * back_y, face.score};
    }
    sort_strongest_first(network->faces);
    if (network->faces.size() > FBD_MAX_CANDIDATES)
      network->faces.resize(FBD_MAX_CANDIDATES);
    *faces = {network->faces.data(), network->faces.size()};
  });
}

fbd_status fbd_network_detect(fbd_network *network, fbd_picture picture, int32_t long_side, int32_t degrees,
                              float threshold, fbd_faces *faces, fbd_message *message) {
  return detect(network, picture, {}, long_side, degrees, threshold, faces, message);
}

fbd_status fbd_network_detect_growing(fbd_network *network, fbd_picture picture, fbd_wait_for_rows wait, void *context,
                                      int32_t long_side, float threshold, fbd_faces *faces, fbd_message *message) {
  return detect(network, picture, {wait, context}, long_side, 0, threshold, faces, message);
}

void fbd_network_destroy(fbd_network *network) { delete network; }

fbd_instructions fbd_fastest_instructions(void) {
  for (fbd_instructions instructions : {FBD_AVX512_BF16, FBD_AVX512, FBD_AVX2})
    if (kernels_for(instructions))
      return instructions;
  return FBD_PORTABLE;
}

int32_t fbd_has_instructions(fbd_instructions instructions) { return kernels_for(instructions) != nullptr; }

fbd_status fbd_look_size(fbd_picture picture, int32_t long_side, int32_t degrees, int32_t *width, int32_t *height,
                         fbd_message *message) {
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    const Look look(picture, long_side, degrees);
    const Size size = turned_size(look.scaled_to, look.turn);
    *width = size.width;
    *height = size.height;
  });
}

static fbd_status draw_look(fbd_picture picture, int32_t long_side, int32_t degrees, PixelInstructions instructions,
                            fbd_canvas canvas, fbd_message *message) {
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    check(canvas);
    const std::unique_ptr<Rows> rows = Look(picture, long_side, degrees).rows(instructions);
    if (canvas.width != rows->width || canvas.height != rows->height)
      throw Refusal{FBD_INVALID_ARGUMENT, "the canvas is not of the look's size"};
    for (int y = 0; y < rows->height; y++)
      std::memcpy(canvas.pixels + static_cast<size_t>(y) * canvas.stride, rows->row(y),
                  static_cast<size_t>(rows->width) * 3);
  });
}

fbd_status fbd_look(fbd_picture picture, int32_t long_side, int32_t degrees, fbd_canvas canvas,
                    fbd_message *message) {
  return draw_look(picture, long_side, degrees, fastest_pixel_instructions(), canvas, message);
}

fbd_status fbd_look_portably(fbd_picture picture, int32_t long_side, int32_t degrees, fbd_canvas canvas,
                             fbd_message *message) {
  return draw_look(picture, long_side, degrees, PixelInstructions::portable, canvas, message);
}
