// Serving: what libmicrohttpd is told, and what it tells.
#define _GNU_SOURCE
#include "exchange.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Of all headers of a request; libmicrohttpd refuses what is longer.
enum { HEADER_BYTES = 16384 };

struct chttp_server {
  struct MHD_Daemon *daemon;
  exchange_table table;
  chttp_limits limits;
  chttp_handler handler;
  void *context;
  uint16_t port;
};

const char *chttp_value(const chttp_request *request, chttp_header header) {
  return (int)header >= 0 && (int)header < CHTTP_HEADERS ? request->values[header] : NULL;
}

void chttp_set_status(chttp_answer *answer, int32_t status) { answer->status = status; }

/// The response that headers are added to has no body: with the body it is made anew.
bool chttp_add_header(chttp_answer *answer, const char *name, const char *value) {
  bool is_added = strlen(value) < CHTTP_VALUE_BYTES &&
    MHD_get_response_headers(answer->headers, NULL, NULL) < CHTTP_ANSWER_HEADERS &&
    MHD_add_response_header(answer->headers, name, value) == MHD_YES;
  answer->failed = answer->failed || !is_added;
  return is_added;
}

bool chttp_set_body(chttp_answer *answer, const uint8_t *bytes, size_t count) {
  free(answer->body);
  answer->body = NULL;
  answer->body_count = 0;
  if (!count)
    return true;
  answer->body = malloc(count);
  if (!answer->body) {
    answer->failed = true;
    return false;
  }
  memcpy(answer->body, bytes, count);
  answer->body_count = count;
  return true;
}

static void close_file(chttp_answer *answer) {
  if (answer->file >= 0)
    close(answer->file);
  answer->file = -1;
}

void chttp_set_file(chttp_answer *answer, int32_t descriptor, uint64_t offset, uint64_t count) {
  close_file(answer);
  answer->file = descriptor;
  answer->file_offset = offset;
  answer->file_count = count;
  answer->failed = answer->failed || descriptor < 0 || !count || offset > INT64_MAX || count > INT64_MAX - offset;
}

static enum MHD_Result copy_header(
  void *argument, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  return MHD_add_response_header(argument, name, value);
}

/// Sends an answer, and frees its body or closes its file. Nothing follows on the same connection.
static enum MHD_Result send_answer(struct MHD_Connection *connection, chttp_answer *answer) {
  struct MHD_Response *response;
  bool is_usable = !answer->failed && answer->status >= 200 && answer->status <= 599;
  if (is_usable && answer->file >= 0) {
    response = MHD_create_response_from_fd_at_offset64(answer->file_count, answer->file, answer->file_offset);
    // The response closes it.
    if (response)
      answer->file = -1;
  } else if (is_usable && answer->body) {
    response = MHD_create_response_from_buffer(answer->body_count, answer->body, MHD_RESPMEM_MUST_FREE);
    if (response)
      answer->body = NULL;
  } else {
    response = MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
  }
  free(answer->body);
  answer->body = NULL;
  close_file(answer);
  if (!response)
    return MHD_NO;
  if (answer->headers)
    MHD_get_response_headers(answer->headers, copy_header, response);
  enum MHD_Result result = MHD_add_response_header(response, "Connection", "close");
  if (result == MHD_YES)
    result = MHD_queue_response(
      connection, is_usable ? (unsigned)answer->status : MHD_HTTP_INTERNAL_SERVER_ERROR, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status) {
  chttp_answer answer = {.status = (int32_t)status, .file = -1};
  return send_answer(connection, &answer);
}

static enum MHD_Result ask_handler(chttp_server *server, struct MHD_Connection *connection, exchange *one) {
  chttp_answer answer = {
    .headers = MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT), .file = -1};
  if (!answer.headers)
    return MHD_NO;
  chttp_request request = {
    .method = one->method,
    .target = one->target,
    .body = one->body,
    .body_count = one->body_count,
    .values = one->values,
  };
  exchange_allow(&server->table, one, 0, true);
  server->handler(server->context, &request, &answer);
  enum MHD_Result result = send_answer(connection, &answer);
  MHD_destroy_response(answer.headers);
  exchange_allow(&server->table, one, server->limits.answer_milliseconds, true);
  return result;
}

static exchange *exchange_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// libmicrohttpd calls it once with the headers, then with each part of the body, then once more.
static enum MHD_Result handle(
  void *argument, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
  const char *upload, size_t *upload_count, void **request) {
  (void)path;
  (void)version;
  chttp_server *server = argument;
  exchange *one = exchange_of(connection);
  if (!one)
    return MHD_NO;
  if (!*request) {
    if (one->has_begun)
      return MHD_NO;
    one->has_begun = true;
    *request = one;
    unsigned status = exchange_read_headers(one, connection, method, server->limits.body_bytes);
    return status ? refuse(connection, status) : MHD_YES;
  }
  if (*upload_count) {
    if (*upload_count > one->body_announced - one->body_count)
      return MHD_NO;
    memcpy(one->body + one->body_count, upload, *upload_count);
    one->body_count += *upload_count;
    *upload_count = 0;
    return MHD_YES;
  }
  return one->body_count == one->body_announced ? ask_handler(server, connection, one) : MHD_NO;
}

/// The target as it was sent, before anything is decoded.
static void *take_target(void *argument, const char *target, struct MHD_Connection *connection) {
  (void)argument;
  exchange *one = exchange_of(connection);
  size_t count = strlen(target);
  if (one && !one->has_begun && count < CHTTP_TARGET_BYTES) {
    memcpy(one->target, target, count + 1);
    one->is_target_whole = true;
  }
  return NULL;
}

static void take_connection(
  void *argument, struct MHD_Connection *connection, void **context, enum MHD_ConnectionNotificationCode event) {
  chttp_server *server = argument;
  if (event == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (*context)
      exchange_close(&server->table, *context);
    *context = NULL;
    return;
  }
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (!info)
    return;
  *context = exchange_open(
    &server->table, info->connect_fd, server->limits.connections, server->limits.request_milliseconds);
  // Nothing would cut it off.
  if (!*context)
    shutdown(info->connect_fd, SHUT_RDWR);
}

/// A socket that listens on 127.0.0.1; -1 where there is none, and `errno` says why.
static int listening_socket(uint16_t *port) {
  int one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
  socklen_t size = sizeof address;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (server < 0)
    return -1;
  // A port that the run before has left is free at once.
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 64) ||
      getsockname(server, (struct sockaddr *)&address, &size)) {
    int code = errno;
    close(server);
    errno = code;
    return -1;
  }
  *port = ntohs(address.sin_port);
  return server;
}

chttp_status chttp_start(
  uint16_t port, chttp_limits limits, chttp_handler handler, void *context, chttp_server **result) {
  *result = NULL;
  if (!limits.connections || limits.connections > 1024 || !limits.request_milliseconds || !limits.answer_milliseconds) {
    errno = EINVAL;
    return CHTTP_FAILED;
  }
  chttp_server *server = calloc(1, sizeof *server);
  if (!server)
    return CHTTP_FAILED;
  *server = (chttp_server){.limits = limits, .handler = handler, .context = context, .port = port};
  int listening = listening_socket(&server->port);
  if (listening < 0) {
    int code = errno;
    free(server);
    errno = code;
    return code == EADDRINUSE || code == EACCES ? CHTTP_NO_PORT : CHTTP_FAILED;
  }
  if (!exchange_table_start(&server->table)) {
    close(listening);
    free(server);
    return CHTTP_FAILED;
  }
  // No time limit of libmicrohttpd: it counts from the last byte, and so while a handler works. Beyond its limit of connections it
  // refuses whoever comes; before that, room is made for them.
  server->daemon = MHD_start_daemon(
    MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL,
    handle, server, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
    2 * (unsigned)limits.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES,
    MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, take_target, server,
    MHD_OPTION_NOTIFY_CONNECTION, take_connection, server, MHD_OPTION_END);
  if (!server->daemon) {
    exchange_table_end(&server->table);
    close(listening);
    free(server);
    return CHTTP_FAILED;
  }
  *result = server;
  return CHTTP_OK;
}

uint16_t chttp_port(const chttp_server *server) { return server->port; }

void chttp_stop(chttp_server *server) {
  int listening = MHD_quiesce_daemon(server->daemon);
  exchange_table_settle(&server->table, server->limits.answer_milliseconds);
  MHD_stop_daemon(server->daemon);
  if (listening >= 0)
    close(listening);
  exchange_table_end(&server->table);
  free(server);
}
