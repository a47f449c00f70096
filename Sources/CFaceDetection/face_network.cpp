// One look at a picture with a network: scaling, running, decoding, and back to the picture's own pixels.
#include <opencv2/imgproc.hpp>

#include "architecture.hpp"
#include "Engine/kernels.hpp"

using namespace facedetection;

namespace {

// OpenCV 4.6 computes wide inputs that are 32 pixels high wrongly.
constexpr int smallest_side = 2 * input_multiple;

int round_up(int value) {
  return std::max(smallest_side, (value + input_multiple - 1) / input_multiple * input_multiple);
}

// What a network looks at, and the way back from its pixels to those of the scaled picture.
struct Look {
  // The picture, scaled and turned.
  cv::Mat input;
  cv::Size2d upright;
  double cosine, sine;
  cv::Point2d centre;

  // Both the picture and a face in it turn around their centres. Of a turned face the ellipse in the box counts, so
  // that a box askew does not become much larger.
  fbd_face back(const fbd_face &face) const {
    double x = face.x + face.width / 2 - centre.x, y = face.y + face.height / 2 - centre.y;
    double width = std::hypot(face.width * cosine, face.height * sine);
    double height = std::hypot(face.width * sine, face.height * cosine);
    double left = x * cosine - y * sine + upright.width / 2 - width / 2;
    double top = x * sine + y * cosine + upright.height / 2 - height / 2;
    return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(width), static_cast<float>(height),
            face.score};
  }
};

// The picture at a size; itself where it has that already.
cv::Mat scaled(const fbd_picture &picture, cv::Size size) {
  cv::Mat source = view(picture), result;
  if (source.size() == size)
    return source;
  bool shrinks = size.width < source.cols || size.height < source.rows;
  cv::resize(source, result, size, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  return result;
}

// `degrees` against the clock.
Look make_look(const fbd_picture &picture, cv::Size size, int32_t degrees) {
  cv::Mat upright = scaled(picture, size);
  double angle = degrees * CV_PI / 180, cosine = std::cos(angle), sine = std::sin(angle);
  cv::Size turned(cvRound(size.width * std::abs(cosine) + size.height * std::abs(sine)),
                  cvRound(size.width * std::abs(sine) + size.height * std::abs(cosine)));
  turned = {std::max(turned.width, 1), std::max(turned.height, 1)};
  cv::Mat input;
  cv::Point2d centre(turned.width / 2.0, turned.height / 2.0);
  if (degrees == 0) {
    input = upright;
  } else if (degrees % 90 == 0) {
    const int codes[] = {cv::ROTATE_90_COUNTERCLOCKWISE, cv::ROTATE_180, cv::ROTATE_90_CLOCKWISE};
    cv::rotate(upright, input, codes[degrees / 90 - 1]);
  } else {
    // Centres of pixels lie at whole numbers here and at halves everywhere else.
    double from_x = (size.width - 1) / 2.0, from_y = (size.height - 1) / 2.0;
    double to_x = centre.x - 0.5, to_y = centre.y - 0.5;
    cv::Matx23d turn(cosine, sine, to_x - cosine * from_x - sine * from_y,
                     -sine, cosine, to_y + sine * from_x - cosine * from_y);
    cv::warpAffine(upright, input, turn, turned, cv::INTER_LINEAR);
  }
  return {input, cv::Size2d(size), cosine, sine, centre};
}

const Architecture &architecture_of(fbd_architecture architecture) {
  switch (architecture) {
  case FBD_YUNET:
    return yunet;
  case FBD_CENTERFACE:
    return centerface;
  }
  throw Refusal{FBD_INVALID_ARGUMENT, "there is no such architecture"};
}

std::unique_ptr<Network> make_network(fbd_engine engine, const uint8_t *model, size_t count,
                                      const std::vector<std::string> &outputs) {
  switch (engine) {
  case FBD_NATIVE:
    return make_native_network(model, count, outputs);
  case FBD_OPENCV:
    return make_opencv_network(model, count, outputs);
  }
  throw Refusal{FBD_INVALID_ARGUMENT, "there is no such engine"};
}

} // namespace

struct fbd_network {
  const Architecture &architecture;
  std::unique_ptr<Network> network;
  std::vector<Network::Output> outputs;
  std::vector<fbd_face> faces;
};

fbd_status fbd_network_create(fbd_architecture kind, fbd_engine engine, const uint8_t *model, size_t count,
                              fbd_network **network, fbd_message *message) {
  *network = nullptr;
  return barrier(message, FBD_MODEL_UNREADABLE, [&] {
    const Architecture &architecture = architecture_of(kind);
    *network = new fbd_network{architecture, make_network(engine, model, count, architecture.outputs), {}, {}};
  });
}

fbd_status fbd_network_detect(fbd_network *network, fbd_picture picture, int32_t long_side, int32_t degrees,
                              float threshold, fbd_faces *faces, fbd_message *message) {
  *faces = {nullptr, 0};
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    check(picture);
    if (!(threshold >= 0 && threshold <= 1))
      throw Refusal{FBD_INVALID_ARGUMENT, "the threshold is not 0 to 1"};
    if (degrees < 0 || degrees >= 360)
      throw Refusal{FBD_INVALID_ARGUMENT, "the turn is not 0 to 359 degrees"};
    cv::Size size = scaled_size(picture, long_side);
    Look look = make_look(picture, size, degrees);
    Network::Input input = {look.input.data, look.input.step, look.input.cols,
                            look.input.rows, round_up(look.input.cols), round_up(look.input.rows)};
    const Architecture &architecture = network->architecture;
    network->network->run(input, architecture.wants_bgr, network->outputs);
    network->faces.clear();
    architecture.decode(network->outputs, input.padded_width, input.padded_height, threshold, network->faces);

    float back_x = static_cast<float>(picture.width) / size.width;
    float back_y = static_cast<float>(picture.height) / size.height;
    for (fbd_face &found : network->faces) {
      fbd_face face = look.back(found);
      found = {face.x * back_x, face.y * back_y, face.width * back_x, face.height * back_y, face.score};
    }
    sort_strongest_first(network->faces);
    if (network->faces.size() > FBD_MAX_CANDIDATES)
      network->faces.resize(FBD_MAX_CANDIDATES);
    *faces = {network->faces.data(), network->faces.size()};
  });
}

const char *fbd_native_instructions(void) { return best_kernels().name; }

void fbd_network_destroy(fbd_network *network) { delete network; }
