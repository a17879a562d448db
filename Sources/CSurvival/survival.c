#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "survival.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#elif defined(__linux__)
#include <sys/prctl.h>
#endif

// The tools that look for mistakes in memory want crashes for themselves.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LEAVES_CRASHES_ALONE 1
#endif
#endif

extern char **environ;

static const uint64_t magic = 0x707269766C737031;
static const int caught[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { caught_count = sizeof caught / sizeof caught[0] };

static struct survival_marks the_marks = {.magic = magic};

static volatile sig_atomic_t is_armed;
static volatile sig_atomic_t is_noting;
static volatile sig_atomic_t waiting_signal;
static volatile sig_atomic_t is_resuming;

static int output_descriptor;
static int journal_descriptor;
static char descriptors[32];
static char *arguments[] = {"privacy-lsp", "serve", "--resume", descriptors, NULL};
#if defined(__APPLE__)
static char program[PATH_MAX];
#else
// Leads to the program even if it was replaced or moved since it started.
static const char program[] = "/proc/self/exe";
#endif

/// The stack of the handler: there may be no room left on the ordinary one. Costs nothing until it is used.
static unsigned char stack[1 << 16];

// MARK: - In the handler: nothing but calls that POSIX allows there

static bool may_resume(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return false;
  // Counted from one, so that zero is never.
  int64_t now = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000 + 1;
  int64_t *crashes = the_marks.crashes;
  if (crashes[0] != 0 && now - crashes[0] < 60000) return false;
  crashes[0] = crashes[1];
  crashes[1] = crashes[2];
  crashes[2] = now;
  return true;
}

static void end(int number) {
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

static void resume(int number) {
  if (is_armed && !is_resuming) {
    is_resuming = 1;
    if (may_resume()) {
      the_marks.signal = number;
      the_marks.generation += 1;
      // Signals that come before the new process can take them wait.
      sigset_t set;
      sigemptyset(&set);
      for (int i = 0; i < caught_count; i++) sigaddset(&set, caught[i]);
      sigprocmask(SIG_BLOCK, &set, NULL);
      if (pwrite(journal_descriptor, &the_marks, sizeof the_marks, 0) == (ssize_t)sizeof the_marks) {
        fcntl(output_descriptor, F_SETFD, 0);
        fcntl(journal_descriptor, F_SETFD, 0);
        execve(program, arguments, environ);
      }
    }
  }
  end(number);
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  // A fault would come again at once; what another process sends can wait for what is noted now.
  bool is_sent = info->si_code <= 0 && info->si_pid != getpid();
#if defined(__APPLE__)
  is_sent = waiting_signal == 0;
#endif
  if (is_noting && is_sent) {
    waiting_signal = number;
    return;
  }
  resume(number);
}

// MARK: - Outside of it

struct survival_marks *survival_marks(void) { return &the_marks; }

void survival_set_name(struct survival_marks *marks, const void *name, size_t size) {
  size_t kept = size < survival_name_size ? size : survival_name_size;
  // No crash may find a name half written.
  marks->name_size = 0;
  __asm__ volatile("" ::: "memory");
  if (kept > 0) memcpy(marks->name, name, kept);
  __asm__ volatile("" ::: "memory");
  marks->name_size = (int64_t)kept;
}

const unsigned char *survival_name(const struct survival_marks *marks) { return marks->name; }

bool survival_take_marks(int journal) {
  struct survival_marks found;
  if (pread(journal, &found, sizeof found, 0) != (ssize_t)sizeof found || found.magic != magic) return false;
  if (found.name_size < 0 || found.name_size > survival_name_size) return false;
  the_marks = found;
#if defined(__linux__)
  // Otherwise it would be called “exe”.
  prctl(PR_SET_NAME, "privacy-lsp");
#endif
  return true;
}

int survival_make_journal(void) {
#if defined(__linux__)
  int journal = memfd_create("privacy-lsp", MFD_CLOEXEC);
#else
  const char *folder = getenv("TMPDIR");
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/privacy-lsp.XXXXXX", folder ? folder : "/tmp");
  if (length < 0 || length >= (int)sizeof path) return -1;
  int journal = mkstemp(path);
  if (journal >= 0) {
    unlink(path);
    fcntl(journal, F_SETFD, FD_CLOEXEC);
  }
#endif
  if (journal >= 0 && lseek(journal, survival_marks_size, SEEK_SET) != survival_marks_size) {
    close(journal);
    return -1;
  }
  return journal;
}

static void unblock(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < caught_count; i++) sigaddset(&set, caught[i]);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

bool survival_arm(int output, int journal) {
  _Static_assert(sizeof(struct survival_marks) <= survival_marks_size, "the marks need more room");
#if defined(LEAVES_CRASHES_ALONE)
  return false;
#endif
#if defined(__APPLE__)
  uint32_t size = sizeof program;
  if (_NSGetExecutablePath(program, &size) != 0) return false;
#endif
  output_descriptor = output;
  journal_descriptor = journal;
  snprintf(descriptors, sizeof descriptors, "%d,%d", output, journal);

  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  if (sigaltstack(&alternate, NULL) != 0) return false;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  is_armed = 1;
  for (int i = 0; i < caught_count; i++) {
    if (sigaction(caught[i], &action, NULL) != 0) {
      survival_disarm();
      return false;
    }
  }
  unblock();
  return true;
}

void survival_disarm(void) {
  if (!is_armed) return;
  is_armed = 0;
  for (int i = 0; i < caught_count; i++) signal(caught[i], SIG_DFL);
  unblock();
}

void survival_enter(void) { is_noting = 1; }

void survival_leave(void) {
  is_noting = 0;
  if (waiting_signal != 0) {
    int number = waiting_signal;
    waiting_signal = 0;
    resume(number);
  }
}
