#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(session *session, const char *module, const char *format, va_list words) {
  if (session->message[0] != 0)
    return;
  int count = snprintf(session->message, sizeof session->message, "%s: ", module ? module : "libtiff");
  if (count > 0 && (size_t)count < sizeof session->message)
    vsnprintf(session->message + count, sizeof session->message - (size_t)count, format, words);
}

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list words) {
  (void)tiff;
  session *session = user;
  session->warnings++;
  // A failure counts for more than what was only warned of.
  if (!session->has_failed)
    session->message[0] = 0;
  note(session, module, format, words);
  session->has_failed = true;
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list words) {
  (void)tiff;
  session *session = user;
  session->warnings++;
  note(session, module, format, words);
  return 1;
}

bool ftt_fail(session *session, const char *message) {
  if (!session->has_failed)
    snprintf(session->message, sizeof session->message, "%s", message);
  session->has_failed = true;
  return false;
}

static size_t file_size(const session *session) {
  return session->output ? session->output->count : session->source_count;
}

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
  session *session = (struct session *)handle;
  const uint8_t *bytes = session->output ? session->output->bytes : session->source;
  size_t size = file_size(session);
  if (count <= 0 || session->place >= size)
    return 0;
  size_t read = (size_t)count < size - session->place ? (size_t)count : size - session->place;
  memcpy(target, bytes + session->place, read);
  session->place += read;
  return (tmsize_t)read;
}

static tmsize_t write_bytes(thandle_t handle, void *source, tmsize_t count) {
  session *session = (struct session *)handle;
  ftt_buffer *output = session->output;
  if (!output || count < 0)
    return -1;
  size_t end = session->place + (size_t)count;
  if (end > output->capacity) {
    size_t capacity = end * 2 + 4096;
    uint8_t *larger = realloc(output->bytes, capacity);
    if (!larger)
      return -1;
    output->bytes = larger;
    output->capacity = capacity;
  }
  if (session->place > output->count)
    memset(output->bytes + output->count, 0, session->place - output->count);
  memcpy(output->bytes + session->place, source, (size_t)count);
  session->place = end;
  if (end > output->count)
    output->count = end;
  return count;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  session *session = (struct session *)handle;
  toff_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? session->place : file_size(session);
  session->place = (size_t)(base + offset);
  return session->place;
}

static int close_file(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return file_size((struct session *)handle); }

static int map(thandle_t handle, void **base, toff_t *size) {
  (void)handle;
  (void)base;
  (void)size;
  return 0;
}

static void unmap(thandle_t handle, void *base, toff_t size) {
  (void)handle;
  (void)base;
  (void)size;
}

TIFF *ftt_open(session *session, const char *mode) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options)
    return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, session);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, session);
  // A hostile file may say any size.
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, 1 << 28);
  TIFF *tiff = TIFFClientOpenExt("memory", mode, (thandle_t)session, read_bytes, write_bytes, seek, close_file,
                                 size_of, map, unmap, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

void ftt_buffer_free(ftt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = buffer->capacity = 0;
}
