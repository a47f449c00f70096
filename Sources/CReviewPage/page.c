#include "CReviewPage.h"

// #embed is C23; clang has it in every mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"

// Paths are relative to this file.
static const uint8_t index_html[] = {
#embed "page/index.html"
};

static const uint8_t review_css[] = {
#embed "page/review.css"
};

static const uint8_t review_js[] = {
#embed "page/review.js"
};

static const uint8_t alike_js[] = {
#embed "page/alike.js"
};

static const uint8_t api_js[] = {
#embed "page/api.js"
};

static const uint8_t dialogs_js[] = {
#embed "page/dialogs.js"
};

static const uint8_t face_js[] = {
#embed "page/face.js"
};

static const uint8_t film_js[] = {
#embed "page/film.js"
};

static const uint8_t help_js[] = {
#embed "page/help.js"
};

static const uint8_t history_js[] = {
#embed "page/history.js"
};

static const uint8_t keys_js[] = {
#embed "page/keys.js"
};

static const uint8_t list_js[] = {
#embed "page/list.js"
};

static const uint8_t looks_js[] = {
#embed "page/looks.js"
};

static const uint8_t model_js[] = {
#embed "page/model.js"
};

static const uint8_t pictures_js[] = {
#embed "page/pictures.js"
};

static const uint8_t settings_js[] = {
#embed "page/settings.js"
};

static const uint8_t stage_js[] = {
#embed "page/stage.js"
};

static const uint8_t talk_js[] = {
#embed "page/talk.js"
};

static const uint8_t tracks_js[] = {
#embed "page/tracks.js"
};

static const uint8_t views_js[] = {
#embed "page/views.js"
};

static const uint8_t work_js[] = {
#embed "page/work.js"
};

static const crp_file files[] = {
  {"/", HTML, index_html, sizeof index_html},
  {"/review.css", CSS, review_css, sizeof review_css},
  {"/review.js", SCRIPT, review_js, sizeof review_js},
  {"/page/alike.js", SCRIPT, alike_js, sizeof alike_js},
  {"/page/api.js", SCRIPT, api_js, sizeof api_js},
  {"/page/dialogs.js", SCRIPT, dialogs_js, sizeof dialogs_js},
  {"/page/face.js", SCRIPT, face_js, sizeof face_js},
  {"/page/film.js", SCRIPT, film_js, sizeof film_js},
  {"/page/help.js", SCRIPT, help_js, sizeof help_js},
  {"/page/history.js", SCRIPT, history_js, sizeof history_js},
  {"/page/keys.js", SCRIPT, keys_js, sizeof keys_js},
  {"/page/list.js", SCRIPT, list_js, sizeof list_js},
  {"/page/looks.js", SCRIPT, looks_js, sizeof looks_js},
  {"/page/model.js", SCRIPT, model_js, sizeof model_js},
  {"/page/pictures.js", SCRIPT, pictures_js, sizeof pictures_js},
  {"/page/settings.js", SCRIPT, settings_js, sizeof settings_js},
  {"/page/stage.js", SCRIPT, stage_js, sizeof stage_js},
  {"/page/talk.js", SCRIPT, talk_js, sizeof talk_js},
  {"/page/tracks.js", SCRIPT, tracks_js, sizeof tracks_js},
  {"/page/views.js", SCRIPT, views_js, sizeof views_js},
  {"/page/work.js", SCRIPT, work_js, sizeof work_js},
};

const crp_file *crp_at(size_t index) { return index < sizeof files / sizeof *files ? &files[index] : NULL; }
