// The connections that are open, and what cuts them off.
#define _GNU_SOURCE
#include "exchange.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char *const header_names[CHTTP_HEADERS] = {
  [CHTTP_HOST] = "Host",
  [CHTTP_ORIGIN] = "Origin",
  [CHTTP_COOKIE] = "Cookie",
  [CHTTP_FETCH_SITE] = "Sec-Fetch-Site",
  [CHTTP_FETCH_MODE] = "Sec-Fetch-Mode",
  [CHTTP_FETCH_DEST] = "Sec-Fetch-Dest",
  [CHTTP_RANGE] = "Range",
};

int64_t exchange_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  // 0 stands for never.
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

/// Waits until the table changes, for so many milliseconds at most.
static void wait_for_change(exchange_table *table, int64_t milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  pthread_cond_timedwait(&table->changed, &table->mutex, &end);
}

static void *watch(void *argument) {
  enum { STEP = 500 };
  exchange_table *table = argument;
  pthread_mutex_lock(&table->mutex);
  while (!table->is_ending) {
    int64_t now = exchange_now();
    for (exchange *one = table->first; one; one = one->next)
      if (one->deadline && one->deadline <= now) {
        // libmicrohttpd sees the end of the connection, and closes it.
        shutdown(one->socket, SHUT_RDWR);
        one->deadline = 0;
      }
    wait_for_change(table, STEP);
  }
  pthread_mutex_unlock(&table->mutex);
  return NULL;
}

bool exchange_table_start(exchange_table *table) {
  pthread_condattr_t attributes;
  table->first = NULL;
  table->is_ending = false;
  if (pthread_condattr_init(&attributes))
    return false;
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  bool has_condition = !pthread_cond_init(&table->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  if (!has_condition)
    return false;
  pthread_mutex_init(&table->mutex, NULL);
  if (!pthread_create(&table->watch, NULL, watch, table))
    return true;
  pthread_mutex_destroy(&table->mutex);
  pthread_cond_destroy(&table->changed);
  return false;
}

void exchange_table_settle(exchange_table *table, int64_t milliseconds) {
  int64_t end = exchange_now() + milliseconds;
  pthread_mutex_lock(&table->mutex);
  for (;;) {
    bool is_answering = false;
    for (exchange *one = table->first; one; one = one->next)
      is_answering = is_answering || one->is_answering;
    int64_t left = end - exchange_now();
    if (!is_answering || left <= 0)
      break;
    wait_for_change(table, left);
  }
  pthread_mutex_unlock(&table->mutex);
}

void exchange_table_end(exchange_table *table) {
  pthread_mutex_lock(&table->mutex);
  table->is_ending = true;
  pthread_cond_broadcast(&table->changed);
  pthread_mutex_unlock(&table->mutex);
  pthread_join(table->watch, NULL);
  pthread_mutex_destroy(&table->mutex);
  pthread_cond_destroy(&table->changed);
}

/// Makes room where so many are open: the one that has been waited for longest is cut off. The table is locked.
static void make_room(exchange_table *table, uint32_t connections) {
  uint32_t open = 0;
  exchange *oldest = NULL;
  // The newest comes first.
  for (exchange *one = table->first; one; one = one->next) {
    open += one->deadline || one->is_answering;
    if (one->deadline && !one->is_answering)
      oldest = one;
  }
  if (open < connections || !oldest)
    return;
  shutdown(oldest->socket, SHUT_RDWR);
  oldest->deadline = 0;
}

exchange *exchange_open(exchange_table *table, int socket, uint32_t connections, uint32_t milliseconds) {
  exchange *one = calloc(1, sizeof *one);
  if (!one)
    return NULL;
  one->socket = fcntl(socket, F_DUPFD_CLOEXEC, 3);
  if (one->socket < 0) {
    free(one);
    return NULL;
  }
  one->deadline = exchange_now() + milliseconds;
  pthread_mutex_lock(&table->mutex);
  make_room(table, connections);
  one->next = table->first;
  if (one->next)
    one->next->previous = one;
  table->first = one;
  pthread_mutex_unlock(&table->mutex);
  return one;
}

void exchange_close(exchange_table *table, exchange *one) {
  pthread_mutex_lock(&table->mutex);
  if (one->next)
    one->next->previous = one->previous;
  if (one->previous)
    one->previous->next = one->next;
  else
    table->first = one->next;
  pthread_cond_broadcast(&table->changed);
  pthread_mutex_unlock(&table->mutex);
  close(one->socket);
  free(one->body);
  free(one);
}

void exchange_allow(exchange_table *table, exchange *one, uint32_t milliseconds, bool is_answering) {
  pthread_mutex_lock(&table->mutex);
  one->deadline = milliseconds ? exchange_now() + milliseconds : 0;
  one->is_answering = is_answering;
  pthread_mutex_unlock(&table->mutex);
}

/// Copies a text that fits and holds no NUL.
static bool copy(char *target, size_t capacity, const char *text, size_t count) {
  if (count >= capacity || memchr(text, 0, count))
    return false;
  memcpy(target, text, count);
  target[count] = 0;
  return true;
}

/// A length in decimal digits; -1 where it is none or has more digits than any length that is allowed.
static int64_t length(const char *text, size_t count) {
  int64_t value = 0;
  if (!count || count > 10)
    return -1;
  for (size_t index = 0; index < count; index++) {
    if (text[index] < '0' || text[index] > '9')
      return -1;
    value = value * 10 + (text[index] - '0');
  }
  return value;
}

typedef struct reading {
  exchange *one;
  int64_t length;
  unsigned status;
} reading;

static enum MHD_Result read_header(
  void *argument, enum MHD_ValueKind kind, const char *name, size_t name_count, const char *value, size_t count) {
  (void)kind;
  reading *state = argument;
  exchange *one = state->one;
  if (memchr(name, 0, name_count)) {
    state->status = MHD_HTTP_BAD_REQUEST;
    return MHD_NO;
  }
  // A body without a length has no bound that is known before it comes.
  if (!strcasecmp(name, "Transfer-Encoding")) {
    state->status = MHD_HTTP_LENGTH_REQUIRED;
    return MHD_NO;
  }
  if (!strcasecmp(name, "Content-Length")) {
    int64_t announced = value ? length(value, count) : -1;
    if (state->length >= 0 || announced < 0) {
      state->status = announced < 0 && count > 10 ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST;
      return MHD_NO;
    }
    state->length = announced;
    return MHD_YES;
  }
  for (int header = 0; header < CHTTP_HEADERS; header++) {
    if (strcasecmp(name, header_names[header]))
      continue;
    // Of two values one reader would take the first and another the last.
    if (one->values[header] || !value) {
      state->status = MHD_HTTP_BAD_REQUEST;
      return MHD_NO;
    }
    if (!copy(one->text[header], CHTTP_VALUE_BYTES, value, count)) {
      state->status = MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
      return MHD_NO;
    }
    one->values[header] = one->text[header];
  }
  return MHD_YES;
}

unsigned exchange_read_headers(
  exchange *one, struct MHD_Connection *connection, const char *method, uint32_t body_bytes) {
  if (!copy(one->method, CHTTP_METHOD_BYTES, method, strlen(method)))
    return MHD_HTTP_NOT_IMPLEMENTED;
  if (!one->is_target_whole)
    return MHD_HTTP_URI_TOO_LONG;
  if (one->target[0] != '/')
    return MHD_HTTP_BAD_REQUEST;
  reading state = {.one = one, .length = -1};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header, &state);
  if (state.status)
    return state.status;
  if (state.length > (int64_t)body_bytes)
    return MHD_HTTP_CONTENT_TOO_LARGE;
  if (state.length > 0) {
    one->body = malloc((size_t)state.length);
    if (!one->body)
      return MHD_HTTP_SERVICE_UNAVAILABLE;
    one->body_announced = (size_t)state.length;
  }
  return 0;
}
