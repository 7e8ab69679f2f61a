#ifndef MEDIACLIENTS_CCURL_H
#define MEDIACLIENTS_CCURL_H

/* The parts of libcurl and zlib that the transport on Linux needs. They are loaded by name at first use, so a build needs no header and
   no package of the system. Call the other functions only after ccurl_load() has returned true.

   Options and codes are numbers of libcurl's binary interface, which has not changed since version 7. */

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ccurl_list ccurl_list;

/* Options whose value is a number. */
enum ccurl_number_option {
  CCURL_POST = 47,
  CCURL_UPLOAD = 46,
  CCURL_FRESH_CONNECT = 74,
  CCURL_NOBODY = 44,
  CCURL_HTTPGET = 80,
  CCURL_HTTP_VERSION = 84,
  CCURL_NOSIGNAL = 99,
  CCURL_CONNECTTIMEOUT_MS = 156,
  CCURL_PROTOCOLS = 181,
  CCURL_PIPEWAIT = 237,
  CCURL_PATH_AS_IS = 234,
  CCURL_SUPPRESS_CONNECT_HEADERS = 265,
  CCURL_DISALLOW_USERNAME_IN_URL = 278,
  CCURL_MAXAGE_CONN = 288
};

/* Options whose value is a text, which is copied, or an address, which is kept. */
enum ccurl_pointer_option {
  CCURL_URL = 10002,
  CCURL_ERRORBUFFER = 10010,
  CCURL_HTTPHEADER = 10023,
  CCURL_CUSTOMREQUEST = 10036,
  CCURL_CAINFO = 10065,
  CCURL_COPYPOSTFIELDS = 10165,
  CCURL_PINNEDPUBLICKEY = 10230
};

/* Options whose value is a block of bytes, which is copied. */
enum ccurl_bytes_option { CCURL_SSLCERT_BLOB = 40291, CCURL_SSLKEY_BLOB = 40292, CCURL_CAINFO_BLOB = 40309 };

enum ccurl_size_option { CCURL_POSTFIELDSIZE_LARGE = 30120 };

enum ccurl_multi_option { CCURL_MULTI_MAXCONNECTS = 6, CCURL_MULTI_MAX_HOST_CONNECTIONS = 7 };

enum ccurl_code {
  CCURL_OK = 0,
  CCURL_UNSUPPORTED_PROTOCOL = 1,
  CCURL_URL_MALFORMAT = 3,
  CCURL_COULDNT_RESOLVE_PROXY = 5,
  CCURL_COULDNT_RESOLVE_HOST = 6,
  CCURL_COULDNT_CONNECT = 7,
  CCURL_WEIRD_SERVER_REPLY = 8,
  CCURL_HTTP2 = 16,
  CCURL_PARTIAL_FILE = 18,
  CCURL_WRITE_ERROR = 23,
  CCURL_OUT_OF_MEMORY = 27,
  CCURL_OPERATION_TIMEDOUT = 28,
  CCURL_SSL_CONNECT_ERROR = 35,
  CCURL_ABORTED_BY_CALLBACK = 42,
  CCURL_BAD_FUNCTION_ARGUMENT = 43,
  CCURL_TOO_MANY_REDIRECTS = 47,
  CCURL_GOT_NOTHING = 52,
  CCURL_SSL_ENGINE_NOTFOUND = 53,
  CCURL_SEND_ERROR = 55,
  CCURL_RECV_ERROR = 56,
  CCURL_SSL_CERTPROBLEM = 58,
  CCURL_SSL_CIPHER = 59,
  CCURL_PEER_FAILED_VERIFICATION = 60,
  CCURL_BAD_CONTENT_ENCODING = 61,
  CCURL_FILESIZE_EXCEEDED = 63,
  CCURL_SEND_FAIL_REWIND = 65,
  CCURL_LOGIN_DENIED = 67,
  CCURL_SSL_CACERT_BADFILE = 77,
  CCURL_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CCURL_HTTP2_STREAM = 92,
  CCURL_PROXY = 97,
  CCURL_SSL_CLIENTCERT = 98,
  CCURL_TOO_LARGE = 100
};

enum ccurl_info { CCURL_INFO_SSL_VERIFYRESULT = 0x20000d, CCURL_INFO_SIZE_UPLOAD = 0x600007, CCURL_INFO_NUM_CONNECTS = 0x20001a };

enum ccurl_poll { CCURL_POLL_IN = 1, CCURL_POLL_OUT = 2, CCURL_POLL_INOUT = 3, CCURL_POLL_REMOVE = 4 };
enum ccurl_select { CCURL_SELECT_IN = 1, CCURL_SELECT_OUT = 2, CCURL_SELECT_ERR = 4 };

/* The result with which a write callback pauses the answer. After ccurl_resume, the callback gets the same bytes again. */
#define CCURL_PAUSE ((size_t)0x10000001)
#define CCURL_ERROR_SIZE 256

/* Takes bytes of an answer and returns how many it took. Fewer than given end the transfer; CCURL_PAUSE pauses it. */
typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
/* Called before a request is written to a connection. A result other than 0 ends the transfer. */
typedef int (*ccurl_request_callback)(void *context, char *remote, char *local, int remotePort, int localPort);
typedef int (*ccurl_socket_callback)(void *easy, int socket, int what, void *context, void *socketContext);

/* Loads the libraries at the first call. Returns false if that failed; ccurl_problem() then returns the reason. */
bool ccurl_load(void);
const char *ccurl_problem(void);
/* The version of libcurl, such as "7.88.1". */
const char *ccurl_version(void);
/* Whether a handle can carry a second transfer. Before 8.2.0 a handle keeps a pointer to a freed field of its earlier answer. If the next
   answer begins with a continued line, libcurl writes to that pointer (curl issue 11101). */
bool ccurl_can_reuse(void);

void *ccurl_easy_new(void);
void ccurl_easy_free(void *easy);
/* Resets all options of the handle. Its connections stay with the multi handle. */
void ccurl_easy_reset(void *easy);
int ccurl_set_number(void *easy, enum ccurl_number_option option, long value);
int ccurl_set_pointer(void *easy, enum ccurl_pointer_option option, const void *value);
int ccurl_set_bytes(void *easy, enum ccurl_bytes_option option, const void *bytes, size_t count);
int ccurl_set_size(void *easy, enum ccurl_size_option option, int64_t value);
void ccurl_set_callbacks(
    void *easy, ccurl_bytes_callback head, ccurl_bytes_callback body, ccurl_request_callback request, void *context);
long ccurl_number(void *easy, enum ccurl_info info);
int64_t ccurl_size(void *easy, enum ccurl_info info);
/* Continues a paused answer. The write callback may be called before this returns. */
void ccurl_resume(void *easy);

ccurl_list *ccurl_list_add(ccurl_list *list, const char *text);
void ccurl_list_free(ccurl_list *list);

void *ccurl_multi_new(ccurl_socket_callback socket, void *context);
void ccurl_multi_free(void *multi);
void ccurl_multi_set(void *multi, enum ccurl_multi_option option, long value);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
/* Lets libcurl work on a socket that is ready, or with -1 as the socket on its timers that are due. */
void ccurl_multi_act(void *multi, int socket, int events);
/* Milliseconds until a timer of libcurl is due; -1 if none is set. */
long ccurl_multi_wait(void *multi);
/* The next transfer that has ended, with its code; NULL for none. */
void *ccurl_multi_ended(void *multi, int *code);

/* Unpacks gzip and zlib. */
typedef struct ccurl_inflater ccurl_inflater;
enum ccurl_inflated { CCURL_INFLATED_MORE, CCURL_INFLATED_END, CCURL_INFLATED_BROKEN };
/* Returns NULL if there is no memory, or if zlib is missing. */
ccurl_inflater *ccurl_inflater_new(void);
void ccurl_inflater_free(ccurl_inflater *inflater);
bool ccurl_can_inflate(void);
/* Unpacks *input, advancing *input and *inputCount. *outputCount is the size of output, and on return the number of bytes written. */
enum ccurl_inflated ccurl_inflate(
    ccurl_inflater *inflater, const uint8_t **input, size_t *inputCount, uint8_t *output, size_t *outputCount);

/* Descriptors that the transport's loop waits for. */
int ccurl_epoll_new(void);
void ccurl_epoll_set(int epoll, int descriptor, int what);
/* Returns the number of ready descriptors, with what each is ready for (ccurl_select). -1 milliseconds wait without end. */
int ccurl_epoll_wait(int epoll, int *descriptors, int *events, int limit, int milliseconds);
int ccurl_timer_new(void);
/* Sets the timer to a moment of the monotonic clock, in nanoseconds. */
void ccurl_timer_set(int timer, uint64_t moment);
int ccurl_wake_new(void);
void ccurl_wake(int wake);
/* Empties a timer or a wake, so that its descriptor is no longer ready. */
void ccurl_drain(int descriptor);
void ccurl_close(int descriptor);
/* Keeps a write to a closed connection from ending the process, on this thread. Pass the result to ccurl_unhush later. */
bool ccurl_hush(void);
void ccurl_unhush(bool wasHushed);
/* The monotonic clock, in nanoseconds. */
uint64_t ccurl_uptime(void);

#endif
#endif
