// Goes on after a crash: in C, since a handler of signals may not enter the Swift runtime.
//
// When the process crashes, it becomes a new one of the same program, with the same process id, input and output. What
// the new one needs to know stands in a file without a name, the journal, and in the marks, which the handler writes to
// the start of that file. LanguageServer says what is in the journal; nothing here reads it.

#ifndef PRIVACY_LSP_SURVIVAL_H
#define PRIVACY_LSP_SURVIVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// Where the journal's entries begin, in bytes; before that there is room for the marks.
  survival_marks_size = 2048,
  /// So much of a document's name is kept, in bytes.
  survival_name_size = 1024,
};

/// What is true right now, kept up to date by plain stores. Places are counted in bytes from the start of the session's
/// input and output.
struct survival_marks {
  uint64_t magic;
  /// How many times the session has gone on after a crash.
  int64_t generation;
  /// When the last three crashes were, in milliseconds; the latest is the last, zero where there was none.
  int64_t crashes[3];
  /// Up to where the input is handled.
  int64_t handled;
  /// Where the message ends that is handled now; zero if none is.
  int64_t current;
  /// Where the message ends whose JSON is read now; zero if none is.
  int64_t reading;
  /// Where the message ends that is handled again now; zero if none is.
  int64_t repeating;
  /// Where messages end that ended the process when they were read or repeated.
  int64_t skipped[3];
  /// How much of the output is written.
  int64_t written;
  /// The signal of the last crash.
  int64_t signal;
  /// The document or file that is worked on now.
  int64_t name_size;
  unsigned char name[survival_name_size];
};

/// The marks of this process. All are zero at the start but the magic number.
struct survival_marks *survival_marks(void);

/// Sets the document or file that is worked on; none if the size is zero. Names that are too long are cut.
void survival_set_name(struct survival_marks *marks, const void *name, size_t size);

/// The bytes of the name that was set.
const unsigned char *survival_name(const struct survival_marks *marks);

/// Takes over the marks that stand at the start of a journal.
///
/// - Returns: False if there are none.
bool survival_take_marks(int journal);

/// Makes a file without a name, in memory where the system can, with the marks' room at its start.
///
/// - Returns: Its descriptor, -1 if it cannot be made.
int survival_make_journal(void);

/// From here on a crash starts the program anew, as `serve --resume OUTPUT,JOURNAL`.
///
/// - Parameters:
///   - output: Where the client is written to; stays open.
///   - journal: The descriptor of the journal. Another file may be put in its place with dup2.
/// - Returns: False if that cannot be done; then a crash is what it always was.
bool survival_arm(int output, int journal);

/// From here on a crash ends the process.
void survival_disarm(void);

/// Until `survival_leave`, signals of other processes wait: what was read or written is about to be noted.
void survival_enter(void);
void survival_leave(void);

#endif
