#if defined(__linux__)

#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* Types of libcurl's binary interface, declared here so that no header of libcurl is needed. */
typedef struct {
  int age;
  const char *version;
  unsigned version_number;
} version_info;

typedef struct {
  int kind;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} message;

typedef struct {
  void *bytes;
  size_t count;
  unsigned flags;
} blob;

/* 7.80 is the first version with PREREQFUNCTION, with which the transport refuses a request that libcurl sends again by itself. */
enum { OLDEST_VERSION = 0x075000, OLDEST_REUSABLE = 0x080200, BLOB_COPY = 1, GLOBAL_DEFAULT = 3, MESSAGE_DONE = 1, PAUSE_CONTINUE = 0, MULTI_OK = 0 };
enum { WRITEDATA = 10001, HEADERDATA = 10029, PREREQDATA = 10313 };
enum { WRITEFUNCTION = 20011, HEADERFUNCTION = 20079, PREREQFUNCTION = 20312 };
enum { MULTI_SOCKETFUNCTION = 20001, MULTI_SOCKETDATA = 10002 };

static struct {
  int (*global_init)(long);
  version_info *(*version)(int);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  void (*easy_reset)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  int (*easy_pause)(void *, int);
  ccurl_list *(*list_append)(ccurl_list *, const char *);
  void (*list_free)(ccurl_list *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add)(void *, void *);
  int (*multi_remove)(void *, void *);
  int (*multi_socket_action)(void *, int, int, int *);
  int (*multi_timeout)(void *, long *);
  message *(*multi_info_read)(void *, int *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char problem[128];
static char version[32];
static bool can_reuse;

static const struct {
  void *place;
  const char *name;
} symbols[] = {
    {&curl.global_init, "curl_global_init"},
    {&curl.version, "curl_version_info"},
    {&curl.easy_init, "curl_easy_init"},
    {&curl.easy_cleanup, "curl_easy_cleanup"},
    {&curl.easy_reset, "curl_easy_reset"},
    {&curl.easy_setopt, "curl_easy_setopt"},
    {&curl.easy_getinfo, "curl_easy_getinfo"},
    {&curl.easy_pause, "curl_easy_pause"},
    {&curl.list_append, "curl_slist_append"},
    {&curl.list_free, "curl_slist_free_all"},
    {&curl.multi_init, "curl_multi_init"},
    {&curl.multi_cleanup, "curl_multi_cleanup"},
    {&curl.multi_setopt, "curl_multi_setopt"},
    {&curl.multi_add, "curl_multi_add_handle"},
    {&curl.multi_remove, "curl_multi_remove_handle"},
    {&curl.multi_socket_action, "curl_multi_socket_action"},
    {&curl.multi_timeout, "curl_multi_timeout"},
    {&curl.multi_info_read, "curl_multi_info_read"},
};

/* zlib's stream in its binary layout, and the three functions of zlib that are used. */
typedef struct {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} zlib_stream;

enum { ZLIB_OK = 0, ZLIB_END = 1, ZLIB_BUFFER = -5, ZLIB_NO_FLUSH = 0, ZLIB_GZIP_OR_ZLIB = 15 + 32 };

static struct {
  int (*init)(zlib_stream *, int, const char *, int);
  int (*inflate)(zlib_stream *, int);
  int (*end)(zlib_stream *);
} zlib;

struct ccurl_inflater {
  zlib_stream stream;
};

static void load_zlib(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW);
  if (!library) return;
  *(void **)&zlib.init = dlsym(library, "inflateInit2_");
  *(void **)&zlib.end = dlsym(library, "inflateEnd");
  *(void **)&zlib.inflate = zlib.init && zlib.end ? dlsym(library, "inflate") : NULL;
}

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW);
  if (!library) {
    snprintf(problem, sizeof problem, "libcurl.so.4 is not there");
    return;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) {
      snprintf(problem, sizeof problem, "libcurl.so.4 has no %s", symbols[i].name);
      return;
    }
    *(void **)symbols[i].place = symbol;
  }
  version_info *info = curl.version(0);
  snprintf(version, sizeof version, "%s", info->version);
  if (info->version_number < OLDEST_VERSION) {
    snprintf(problem, sizeof problem, "libcurl %s is older than 7.80.0", version);
    return;
  }
  if (curl.global_init(GLOBAL_DEFAULT)) {
    snprintf(problem, sizeof problem, "libcurl %s does not start", version);
    return;
  }
  can_reuse = info->version_number >= OLDEST_REUSABLE;
  load_zlib();
  is_loaded = true;
}

bool ccurl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

const char *ccurl_problem(void) { return problem; }
const char *ccurl_version(void) { return version; }
bool ccurl_can_reuse(void) { return can_reuse; }

void *ccurl_easy_new(void) { return curl.easy_init(); }
void ccurl_easy_free(void *easy) { curl.easy_cleanup(easy); }
void ccurl_easy_reset(void *easy) { curl.easy_reset(easy); }

int ccurl_set_number(void *easy, enum ccurl_number_option option, long value) {
  return curl.easy_setopt(easy, (int)option, value);
}

int ccurl_set_pointer(void *easy, enum ccurl_pointer_option option, const void *value) {
  return curl.easy_setopt(easy, (int)option, value);
}

int ccurl_set_bytes(void *easy, enum ccurl_bytes_option option, const void *bytes, size_t count) {
  blob value = {(void *)bytes, count, BLOB_COPY};
  return curl.easy_setopt(easy, (int)option, &value);
}

int ccurl_set_size(void *easy, enum ccurl_size_option option, int64_t value) {
  return curl.easy_setopt(easy, (int)option, value);
}

void ccurl_set_callbacks(
    void *easy, ccurl_bytes_callback head, ccurl_bytes_callback body, ccurl_request_callback request, void *context) {
  curl.easy_setopt(easy, HEADERFUNCTION, head);
  curl.easy_setopt(easy, HEADERDATA, context);
  curl.easy_setopt(easy, WRITEFUNCTION, body);
  curl.easy_setopt(easy, WRITEDATA, context);
  curl.easy_setopt(easy, PREREQFUNCTION, request);
  curl.easy_setopt(easy, PREREQDATA, context);
}

long ccurl_number(void *easy, enum ccurl_info info) {
  long value = 0;
  curl.easy_getinfo(easy, (int)info, &value);
  return value;
}

int64_t ccurl_size(void *easy, enum ccurl_info info) {
  int64_t value = 0;
  curl.easy_getinfo(easy, (int)info, &value);
  return value;
}

void ccurl_resume(void *easy) { curl.easy_pause(easy, PAUSE_CONTINUE); }

ccurl_list *ccurl_list_add(ccurl_list *list, const char *text) {
  ccurl_list *longer = curl.list_append(list, text);
  return longer ? longer : list;
}

void ccurl_list_free(ccurl_list *list) { curl.list_free(list); }

void *ccurl_multi_new(ccurl_socket_callback socket, void *context) {
  void *multi = curl.multi_init();
  if (!multi) return NULL;
  curl.multi_setopt(multi, MULTI_SOCKETFUNCTION, socket);
  curl.multi_setopt(multi, MULTI_SOCKETDATA, context);
  return multi;
}

void ccurl_multi_free(void *multi) { curl.multi_cleanup(multi); }

void ccurl_multi_set(void *multi, enum ccurl_multi_option option, long value) {
  curl.multi_setopt(multi, (int)option, value);
}

int ccurl_multi_add(void *multi, void *easy) { return curl.multi_add(multi, easy); }
int ccurl_multi_remove(void *multi, void *easy) { return curl.multi_remove(multi, easy); }

void ccurl_multi_act(void *multi, int socket, int events) {
  int running;
  curl.multi_socket_action(multi, socket, events, &running);
}

long ccurl_multi_wait(void *multi) {
  long milliseconds = -1;
  curl.multi_timeout(multi, &milliseconds);
  return milliseconds;
}

void *ccurl_multi_ended(void *multi, int *code) {
  int left;
  message *next;
  while ((next = curl.multi_info_read(multi, &left))) {
    if (next->kind != MESSAGE_DONE) continue;
    *code = next->data.result;
    return next->easy;
  }
  return NULL;
}

bool ccurl_can_inflate(void) { return zlib.inflate != NULL; }

ccurl_inflater *ccurl_inflater_new(void) {
  if (!zlib.inflate) return NULL;
  ccurl_inflater *inflater = calloc(1, sizeof *inflater);
  if (!inflater) return NULL;
  if (zlib.init(&inflater->stream, ZLIB_GZIP_OR_ZLIB, "1.2.0", sizeof inflater->stream) == ZLIB_OK) return inflater;
  free(inflater);
  return NULL;
}

void ccurl_inflater_free(ccurl_inflater *inflater) {
  zlib.end(&inflater->stream);
  free(inflater);
}

enum ccurl_inflated ccurl_inflate(
    ccurl_inflater *inflater, const uint8_t **input, size_t *inputCount, uint8_t *output, size_t *outputCount) {
  zlib_stream *stream = &inflater->stream;
  stream->next_in = *input;
  stream->avail_in = (unsigned)*inputCount;
  stream->next_out = output;
  stream->avail_out = (unsigned)*outputCount;
  int result = zlib.inflate(stream, ZLIB_NO_FLUSH);
  *input = stream->next_in;
  *inputCount = stream->avail_in;
  *outputCount -= stream->avail_out;
  if (result == ZLIB_END) return CCURL_INFLATED_END;
  return result == ZLIB_OK || result == ZLIB_BUFFER ? CCURL_INFLATED_MORE : CCURL_INFLATED_BROKEN;
}

int ccurl_epoll_new(void) { return epoll_create1(EPOLL_CLOEXEC); }

void ccurl_epoll_set(int epoll, int descriptor, int what) {
  struct epoll_event event = {.events = 0, .data.fd = descriptor};
  if (what == CCURL_POLL_REMOVE) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
    return;
  }
  if (what & CCURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CCURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == -1 && errno == ENOENT)
    epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int ccurl_epoll_wait(int epoll, int *descriptors, int *events, int limit, int milliseconds) {
  enum { MOST = 64 };
  struct epoll_event ready[MOST];
  int count = epoll_wait(epoll, ready, limit < MOST ? limit : MOST, milliseconds);
  for (int i = 0; i < count; i++) {
    descriptors[i] = ready[i].data.fd;
    events[i] = 0;
    if (ready[i].events & EPOLLIN) events[i] |= CCURL_SELECT_IN;
    if (ready[i].events & EPOLLOUT) events[i] |= CCURL_SELECT_OUT;
    if (ready[i].events & (EPOLLERR | EPOLLHUP)) events[i] |= CCURL_SELECT_ERR;
  }
  return count < 0 ? 0 : count;
}

int ccurl_timer_new(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void ccurl_timer_set(int timer, uint64_t moment) {
  struct itimerspec when = {.it_value = {(time_t)(moment / 1000000000), (long)(moment % 1000000000)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int ccurl_wake_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void ccurl_wake(int wake) {
  uint64_t one = 1;
  while (write(wake, &one, sizeof one) == -1 && errno == EINTR) {}
}

void ccurl_drain(int descriptor) {
  uint64_t count;
  while (read(descriptor, &count, sizeof count) == -1 && errno == EINTR) {}
}

void ccurl_close(int descriptor) { close(descriptor); }

bool ccurl_hush(void) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  return sigismember(&before, SIGPIPE) == 1;
}

void ccurl_unhush(bool wasHushed) {
  if (wasHushed) return;
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  struct timespec at_once = {0};
  while (sigtimedwait(&pipe, NULL, &at_once) == -1 && errno == EINTR) {}
  pthread_sigmask(SIG_UNBLOCK, &pipe, NULL);
}

uint64_t ccurl_uptime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#else

/* Other systems use URLSession as the transport. This type only keeps the file from being empty. */
typedef int ccurl_is_empty;

#endif
