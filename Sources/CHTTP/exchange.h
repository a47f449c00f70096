// One connection, its request and its answer.
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "CHTTP.h"

#include <microhttpd.h>
#include <pthread.h>

struct chttp_answer {
  int32_t status;
  bool failed;
  uint8_t *body;
  size_t body_count;
  /// Of a file whose bytes are the body instead; -1 for none.
  int file;
  uint64_t file_offset, file_count;
  struct MHD_Response *headers;
};

typedef struct exchange {
  struct exchange *next, *previous;
  /// A second descriptor of the connection's socket: it stays this one's until the exchange is freed.
  int socket;
  /// When the connection is cut off, in milliseconds of the monotonic clock; 0 for never, or where it was.
  int64_t deadline;
  /// Whether the handler works, or its answer is on the way.
  bool is_answering;
  /// Whether a request has begun: there is no second one.
  bool has_begun;
  bool is_target_whole;
  char method[CHTTP_METHOD_BYTES];
  char target[CHTTP_TARGET_BYTES];
  char text[CHTTP_HEADERS][CHTTP_VALUE_BYTES];
  const char *values[CHTTP_HEADERS];
  uint8_t *body;
  size_t body_count, body_announced;
} exchange;

/// Those that are open, and the thread that cuts off what is too slow.
typedef struct exchange_table {
  pthread_mutex_t mutex;
  /// Signalled when an exchange ends, and when the table does.
  pthread_cond_t changed;
  pthread_t watch;
  exchange *first;
  bool is_ending;
} exchange_table;

int64_t exchange_now(void);

/// False where there is no thread or no memory.
bool exchange_table_start(exchange_table *table);
/// Waits, for so long at most, until no request is being answered.
void exchange_table_settle(exchange_table *table, int64_t milliseconds);
void exchange_table_end(exchange_table *table);

/// Null where there is no memory or no descriptor left.
/// @param connections how many may be open; where that many are, an older one is cut off.
/// @param milliseconds until this one is.
exchange *exchange_open(exchange_table *table, int socket, uint32_t connections, uint32_t milliseconds);
void exchange_close(exchange_table *table, exchange *one);
/// Gives an exchange so many milliseconds from now on; 0 for any time.
void exchange_allow(exchange_table *table, exchange *one, uint32_t milliseconds, bool is_answering);

/// Takes up the request's line and its headers.
/// @return 0, or the status to refuse it with.
unsigned exchange_read_headers(
  exchange *one, struct MHD_Connection *connection, const char *method, uint32_t body_bytes);

#endif
