/// CHTTP: an HTTP server for one person on this machine. The only target that sees libmicrohttpd.
///
/// It listens on 127.0.0.1 alone. A connection is one thread and one request, and is closed behind its answer. Whoever connects is a
/// stranger: everything is bounded before it is kept, and what comes too slowly is cut off.
#ifndef CHTTP_H
#define CHTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CHTTP_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define CHTTP_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define CHTTP_CLOSED_ENUM
#define CHTTP_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif

/// What became of a call.
typedef enum CHTTP_CLOSED_ENUM chttp_status {
  CHTTP_OK CHTTP_SWIFT_NAME(ok) = 0,
  /// The port is another program's; `errno` says what the system says.
  CHTTP_NO_PORT CHTTP_SWIFT_NAME(noPort),
  /// `errno` says why, as far as it is known.
  CHTTP_FAILED CHTTP_SWIFT_NAME(failed),
} chttp_status;

enum {
  /// Of a method, a path with its query, and a header's value, in bytes.
  CHTTP_METHOD_BYTES = 16,
  CHTTP_TARGET_BYTES = 2048,
  CHTTP_VALUE_BYTES = 1024,
  /// Of the headers that an answer may have, and what one may hold.
  CHTTP_ANSWER_HEADERS = 16,
};

/// What is allowed. A request that has more is answered by the server: 400, 411, 413, 414 or 431.
typedef struct chttp_limits {
  /// Connections at a time, 1 to 1024. Where one more comes, the oldest that has not sent its request is cut off, so that nobody
  /// keeps others out by saying nothing; where all have, up to twice as many are taken.
  uint32_t connections;
  /// Of a request's body.
  uint32_t body_bytes;
  /// Within how many milliseconds a request must be here, counted from the connection's beginning, and within how many its answer
  /// must be taken. What the handler needs does not count.
  uint32_t request_milliseconds;
  uint32_t answer_milliseconds;
} chttp_limits;

/// The headers that a handler sees; each was sent once or not at all.
typedef enum CHTTP_CLOSED_ENUM chttp_header {
  CHTTP_HOST CHTTP_SWIFT_NAME(host) = 0,
  CHTTP_ORIGIN CHTTP_SWIFT_NAME(origin),
  CHTTP_COOKIE CHTTP_SWIFT_NAME(cookie),
  CHTTP_FETCH_SITE CHTTP_SWIFT_NAME(fetchSite),
  CHTTP_FETCH_MODE CHTTP_SWIFT_NAME(fetchMode),
  CHTTP_FETCH_DEST CHTTP_SWIFT_NAME(fetchDest),
  CHTTP_RANGE CHTTP_SWIFT_NAME(range),
} chttp_header;
enum { CHTTP_HEADERS = CHTTP_RANGE + 1 };

/// A request that is whole. It lives as long as the call that it is given to.
typedef struct chttp_request {
  /// Ended by a NUL, with none in it, as is every text here.
  const char *method;
  /// The path and what follows a question mark, as they were sent: nothing is decoded.
  const char *target;
  const uint8_t *_Nullable body;
  size_t body_count;
  /// Its headers, by their numbers; `chttp_value` reads them.
  const char *_Nullable const *_Nonnull values;
} chttp_request;

/// A header's value; null where it was not sent.
const char *_Nullable chttp_value(const chttp_request *request, chttp_header header);

/// What is to be answered. A handler that does not fill it answers 500.
typedef struct chttp_answer chttp_answer;

/// Sets the status, from 200 to 599; others become 500.
void chttp_set_status(chttp_answer *answer, int32_t status);
/// Adds a header. False where there are too many, or the name or the value cannot be sent; the answer becomes 500.
bool chttp_add_header(chttp_answer *answer, const char *name, const char *value);
/// Copies a body. False where there is no memory; the answer becomes 500.
bool chttp_set_body(chttp_answer *answer, const uint8_t *_Nullable bytes, size_t count);
/// Answers with a part of a file, which is read piece by piece while it is sent. The connection is closed where the file has become shorter.
/// @param descriptor of a regular file; it is closed in any case.
/// @param offset of the first byte.
/// @param count of the bytes, from 1.
void chttp_set_file(chttp_answer *answer, int32_t descriptor, uint64_t offset, uint64_t count);

/// Answers a request. It is called by several threads at once.
typedef void (*chttp_handler)(void *_Nullable context, const chttp_request *request, chttp_answer *answer);

typedef struct chttp_server chttp_server;

/// Begins to serve.
/// @param port of 127.0.0.1; 0 for one that is free.
/// @param context what the handler is given; it lives until `chttp_stop` has returned.
/// @param server is set where `CHTTP_OK` is returned.
chttp_status chttp_start(
  uint16_t port, chttp_limits limits, chttp_handler handler, void *_Nullable context,
  chttp_server *_Nullable *_Nonnull server);

/// The port that it listens on.
uint16_t chttp_port(const chttp_server *server);

/// Takes no more connections, waits until requests that are whole are answered, ends all others, and frees the server.
void chttp_stop(chttp_server *server);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
