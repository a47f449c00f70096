// Haar cascades, read from memory so that the bytes that were checked are the bytes that are used.
#include <algorithm>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>

#include "opencv_barrier.hpp"

using namespace facedetection;

namespace {

constexpr double scale_step = 1.1;
constexpr int least_neighbours = 3;
constexpr int least_side = 20;

} // namespace

struct fbo_haar {
  cv::CascadeClassifier cascade;
  std::vector<fbd_face> faces;
};

fbd_status facedetection::haar_create(const uint8_t *model, size_t count, fbo_haar **detector, fbd_message *message) {
  *detector = nullptr;
  return opencv_barrier(message, FBD_MODEL_UNREADABLE, [&] {
    auto created = std::make_unique<fbo_haar>();
    cv::FileStorage storage(std::string(reinterpret_cast<const char *>(model), count),
                            cv::FileStorage::READ | cv::FileStorage::MEMORY | cv::FileStorage::FORMAT_XML);
    // A broken cascade returns false or stays empty instead of throwing.
    if (!created->cascade.read(storage.getFirstTopLevelNode()) || created->cascade.empty())
      throw Refusal{FBD_MODEL_UNREADABLE, "the file holds no cascade"};
    *detector = created.release();
  });
}

fbd_status facedetection::haar_detect(fbo_haar *detector, fbd_picture picture, int32_t long_side, int32_t mirrored,
                                      fbd_faces *faces, fbd_message *message) {
  *faces = {nullptr, 0};
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    cv::Mat source = view(picture), gray, scaled;
    cv::cvtColor(source, gray, cv::COLOR_RGB2GRAY);
    Size size = scaled_size(picture, long_side);
    bool shrinks = size.width < gray.cols || size.height < gray.rows;
    cv::resize(gray, scaled, cv::Size(size.width, size.height), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    if (mirrored)
      cv::flip(scaled, scaled, 1);

    std::vector<cv::Rect> boxes;
    std::vector<int> neighbours;
    detector->cascade.detectMultiScale(scaled, boxes, neighbours, scale_step, least_neighbours, 0,
                                       cv::Size(least_side, least_side));
    detector->faces.clear();
    float back_x = static_cast<float>(picture.width) / size.width;
    float back_y = static_cast<float>(picture.height) / size.height;
    for (size_t i = 0; i < boxes.size() && i < neighbours.size(); i++) {
      const cv::Rect &box = boxes[i];
      int x = mirrored ? size.width - box.x - box.width : box.x;
      float score = static_cast<float>(neighbours[i]) / static_cast<float>(neighbours[i] + 3);
      detector->faces.push_back({x * back_x, box.y * back_y, box.width * back_x, box.height * back_y, score});
    }
    sort_strongest_first(detector->faces);
    *faces = {detector->faces.data(), std::min<size_t>(detector->faces.size(), FBD_MAX_CANDIDATES)};
  });
}

void facedetection::haar_destroy(fbo_haar *detector) { delete detector; }
