// Loaded into a test process, disturbs the order in which the Swift runtime runs ready jobs: some are held back for a random time, so
// that jobs that became ready later run first. The seed chooses how many, for how long, and which.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SWIFT __attribute__((swiftcall))

typedef struct Job Job;
typedef SWIFT void Enqueue(Job *);
typedef SWIFT void Hook(Job *, Enqueue *);

typedef struct Held {
  Job *job;
  Enqueue *enqueue;
  uint64_t due; // nanoseconds of the monotonic clock
  struct Held *next;
} Held;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static Held *held; // by due
static _Atomic uint64_t state;
static _Atomic uint64_t count;
static uint64_t share;   // of 64 jobs, this many are held back
static uint64_t longest; // nanoseconds

static uint64_t draw(void) {
  uint64_t z = atomic_fetch_add(&state, 0x9E3779B97F4A7C15u) + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *release(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  for (;;) {
    if (!held) {
      pthread_cond_wait(&changed, &mutex);
      continue;
    }
    if (held->due > now()) {
      struct timespec until = {(time_t)(held->due / 1000000000u), (long)(held->due % 1000000000u)};
      pthread_cond_timedwait(&changed, &mutex, &until);
      continue;
    }
    Held *first = held;
    held = first->next;
    pthread_mutex_unlock(&mutex);
    first->enqueue(first->job);
    free(first);
    pthread_mutex_lock(&mutex);
  }
}

static SWIFT void hook(Job *job, Enqueue *enqueue) {
  Held *entry = draw() % 64 < share ? malloc(sizeof(Held)) : NULL;
  if (!entry) {
    enqueue(job);
    return;
  }
  atomic_fetch_add(&count, 1);
  *entry = (Held){job, enqueue, now() + draw() % longest, NULL};
  pthread_mutex_lock(&mutex);
  Held **place = &held;
  while (*place && (*place)->due <= entry->due) place = &(*place)->next;
  entry->next = *place;
  *place = entry;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
}

static void report(void) {
  fprintf(stderr, "disturbed: %llu jobs held back\n", (unsigned long long)atomic_load(&count));
}

__attribute__((constructor)) static void install(void) {
  const char *seed = getenv("DISTURBED_SEED");
  Hook **slot = (Hook **)dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (!seed || !slot) return;
  atomic_store(&state, strtoull(seed, NULL, 10) * 0x2545F4914F6CDD1Du);
  // No longer than 2 ms: `ManualClock` moves on when nothing has moved in many rounds through the pool, which take some 10 ms then.
  unsigned kind = draw() % 4;
  share = (uint64_t[]){4, 8, 24, 48}[kind];
  longest = (uint64_t[]){2000000u, 2000000u, 2000000u, 200000u}[kind];
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &monotonic);
  pthread_t thread;
  if (pthread_create(&thread, NULL, release, NULL)) return;
  atexit(report);
  fprintf(stderr, "disturbed: %llu of 64 jobs, up to %llu us\n", (unsigned long long)share, (unsigned long long)longest / 1000);
  *slot = hook;
}
