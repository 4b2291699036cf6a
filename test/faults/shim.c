// An LD_PRELOAD library for Linux with glibc. It records and fails calls on the files below FAULTS_FOLDER.
//
// record: appends each change (bytes, truncation, sync, name) to FAULTS_TRACE, in the order of the calls.
// fail:   the n-th call of one kind fails with an errno; a failing write may first write its first half.
// boot:   the number that Linux gives each start of the machine comes from FAULTS_BOOT, so that a power cut can change it.
// JavaScript switches record and fail in the control file FAULTS_CONTROL, and appends marks to the trace. shim.ts has the same layout.
//
// Not covered: mmap (files that end with -shm are ignored), dup, FILE streams, failing allocations, close and stat, and
// copy_file_range. A test compares the trace with the folder, so that an uncovered change is noticed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, WRITE, SYNC, READ, OPEN, TRUNCATE, NAME, KINDS };
enum { CREATED = 1, OPENED, WRITTEN, TRUNCATED, SYNCED, SYNC_FAILED, UNLINKED, RENAMED, FOLDER_SYNCED, FOLDER_SYNC_FAILED, CALL_FAILED };

typedef struct {
  uint32_t recording, kind, countdown, error, isShort, isSticky, epoch;
} Control;

typedef struct {
  uint32_t type, file;
  uint64_t offset;
  uint32_t length, unused;
} Record;

#define FDS 65536
#define INODES 1024
#define FOLDER -1

static Control none, *control = &none;
static const char *boot;
static char folder[PATH_MAX];
static size_t folderLength;
static int trace = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/** fd → number of the file; 0 = not watched. */
static int files[FDS];
static struct { dev_t dev; ino_t ino; int file; } inodes[INODES];
static int inodeCount, lastFile;
static uint32_t epoch;

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static int realOpen(const char *path, int flags, mode_t mode) {
  REAL(int, open64, const char *, int, ...);
  return real(path, flags, mode);
}

static ssize_t realWrite(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  return real(fd, bytes, length);
}

static ssize_t realPwrite(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  return real(fd, bytes, length, offset);
}

__attribute__((constructor)) static void start(void) {
  const char *watched = getenv("FAULTS_FOLDER"), *traced = getenv("FAULTS_TRACE"), *controlled = getenv("FAULTS_CONTROL");
  if (!watched || !traced || !controlled || !realpath(watched, folder)) return;
  folderLength = strlen(folder);
  boot = getenv("FAULTS_BOOT");
  trace = realOpen(traced, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
  int fd = realOpen(controlled, O_RDWR | O_CLOEXEC, 0);
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (trace >= 0 && mapped != MAP_FAILED) control = mapped;
  else fprintf(stderr, "shim: the trace or the control file cannot be opened\n"), abort();
  // The children of this process are not watched.
  unsetenv("LD_PRELOAD");
}

/** Returns the name below the folder; "" for the folder; NULL for other paths and for files that are ignored. */
static const char *nameOf(int at, const char *path, char *whole) {
  if (control == &none || path == NULL) return NULL;
  if (path[0] == '/') snprintf(whole, PATH_MAX, "%s", path);
  else {
    char base[PATH_MAX], link[64];
    if (at == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return NULL;
    base[length] = 0;
    if ((size_t)length + strlen(path) + 2 > PATH_MAX) return NULL;
    memcpy(whole, base, length);
    whole[length] = '/';
    strcpy(whole + length + 1, path);
  }
  if (strncmp(whole, folder, folderLength) != 0) return NULL;
  const char *rest = whole + folderLength;
  if (*rest == 0) return rest;
  if (*rest != '/') return NULL;
  while (*rest == '/') rest++;
  size_t length = strlen(rest);
  return length >= 4 && strcmp(rest + length - 4, "-shm") == 0 ? NULL : rest;
}

static int isWatched(int fd) { return control != &none && fd >= 0 && fd < FDS && files[fd] != 0; }

static void append(uint32_t type, int file, uint64_t offset, const void *bytes, size_t length) {
  if (!control->recording) return;
  Record record = {type, (uint32_t)file, offset, (uint32_t)length, 0};
  struct iovec parts[2] = {{&record, sizeof record}, {(void *)bytes, length}};
  REAL(ssize_t, writev, int, const struct iovec *, int);
  if (real(trace, parts, length > 0 ? 2 : 1) != (ssize_t)(sizeof record + length)) {
    fprintf(stderr, "shim: the trace cannot be written\n");
    abort();
  }
}

/** Decides whether a call fails. If so, records this and sets errno. */
static int fails(int kind) {
  if (control->kind != (uint32_t)kind || control->countdown == 0 || --control->countdown > 0) return 0;
  append(CALL_FAILED, 0, (uint64_t)kind, NULL, 0);
  if (control->isSticky) control->countdown = 1;
  errno = (int)control->error;
  return 1;
}

/** Remembers an open file, and records its creation or its first use in this epoch. */
static void opened(int fd, const char *name, int isNew, int flags) {
  if (fd < 0 || fd >= FDS) return;
  struct stat64 found;
  if (*name == 0 || fstat64(fd, &found) != 0 || !S_ISREG(found.st_mode)) {
    files[fd] = *name == 0 ? FOLDER : 0;
    return;
  }
  if (epoch != control->epoch) inodeCount = 0, lastFile = 0, epoch = control->epoch;
  int at = 0;
  while (at < inodeCount && (inodes[at].ino != found.st_ino || inodes[at].dev != found.st_dev)) at++;
  int isKnown = at < inodeCount && !isNew;
  if (!isKnown) {
    if (at == INODES) fprintf(stderr, "shim: too many files\n"), abort();
    if (at == inodeCount) inodeCount++;
    inodes[at].dev = found.st_dev, inodes[at].ino = found.st_ino, inodes[at].file = ++lastFile;
    append(isNew ? CREATED : OPENED, lastFile, 0, name, strlen(name));
  }
  files[fd] = inodes[at].file;
  if (!isNew && (flags & O_TRUNC)) append(TRUNCATED, files[fd], 0, NULL, 0);
}

static int openAny(int at, const char *path, int flags, mode_t mode) {
  REAL(int, openat64, int, const char *, int, ...);
  char whole[PATH_MAX];
  if (boot && path && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) path = boot;
  const char *name = nameOf(at, path, whole);
  if (name == NULL) {
    int fd = real(at, path, flags, mode);
    if (fd >= 0 && fd < FDS) files[fd] = 0;
    return fd;
  }
  pthread_mutex_lock(&lock);
  int fd = -1;
  if (!fails(OPEN)) {
    struct stat64 found;
    int isNew = (flags & O_CREAT) && lstat64(whole, &found) != 0;
    fd = real(at, path, flags, mode);
    int error = errno;
    opened(fd, name, isNew, flags);
    errno = error;
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define MODE(flags, mode) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE(flags, mode) return openAny(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, mode) return openAny(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags, mode) return openAny(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags, mode) return openAny(at, path, flags, mode); }

int close(int fd) {
  REAL(int, close, int);
  if (fd >= 0 && fd < FDS) files[fd] = 0;
  return real(fd);
}

/** @param offset −1 for the position of the descriptor */
static ssize_t writeAny(int fd, const void *bytes, size_t length, off64_t offset) {
  if (!isWatched(fd)) return offset < 0 ? realWrite(fd, bytes, length) : realPwrite(fd, bytes, length, offset);
  pthread_mutex_lock(&lock);
  ssize_t done = -1;
  int isFailing = fails(WRITE);
  if (isFailing && control->isShort && length > 1) {
    // The first half is written now; the call for the second half fails.
    length /= 2, isFailing = 0;
    control->isShort = 0, control->countdown = 1;
  }
  if (!isFailing) {
    off64_t at = offset;
    if (offset < 0) at = lseek64(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    done = offset < 0 ? realWrite(fd, bytes, length) : realPwrite(fd, bytes, length, offset);
    if (done > 0) append(WRITTEN, files[fd], (uint64_t)at, bytes, (size_t)done);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

/** Writes only the first part: callers write the rest again. */
static ssize_t writeParts(int fd, const struct iovec *parts, int count, off64_t offset) {
  int at = 0;
  while (at < count - 1 && parts[at].iov_len == 0) at++;
  return count <= 0 ? 0 : writeAny(fd, parts[at].iov_base, parts[at].iov_len, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) { return writeAny(fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return writeAny(fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return writeAny(fd, bytes, length, at); }

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  return isWatched(fd) ? writeParts(fd, parts, count, -1) : real(fd, parts, count);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t);
  return isWatched(fd) ? writeParts(fd, parts, count, offset) : real(fd, parts, count, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev(fd, parts, count, offset); }

/** The copy of a file falls back to reads and writes. */
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
  REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
  if (!isWatched(to)) return real(to, from, offset, length);
  errno = EINVAL;
  return -1;
}

ssize_t sendfile(int to, int from, off_t *offset, size_t length) { return sendfile64(to, from, offset, length); }

static int readFails(int fd) {
  if (!isWatched(fd) || files[fd] == FOLDER) return 0;
  pthread_mutex_lock(&lock);
  int isFailing = fails(READ);
  pthread_mutex_unlock(&lock);
  return isFailing;
}

ssize_t read(int fd, void *bytes, size_t length) {
  REAL(ssize_t, read, int, void *, size_t);
  return readFails(fd) ? -1 : real(fd, bytes, length);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
  REAL(ssize_t, pread64, int, void *, size_t, off64_t);
  return readFails(fd) ? -1 : real(fd, bytes, length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) { return pread64(fd, bytes, length, offset); }

int ftruncate64(int fd, off64_t size) {
  REAL(int, ftruncate64, int, off64_t);
  if (!isWatched(fd)) return real(fd, size);
  pthread_mutex_lock(&lock);
  int done = fails(TRUNCATE) ? -1 : real(fd, size);
  if (done == 0) append(TRUNCATED, files[fd], (uint64_t)size, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int truncate64(const char *path, off64_t size) {
  int fd = openAny(AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  int done = ftruncate64(fd, size);
  int error = errno;
  close(fd);
  errno = error;
  return done;
}

int truncate(const char *path, off_t size) { return truncate64(path, size); }

/** A failed sync does not reach the file system. A watched sync waits for no disk: the trace models the disk. */
static int syncAny(int fd) {
  pthread_mutex_lock(&lock);
  int isFolder = files[fd] == FOLDER;
  int done = fails(SYNC) ? -1 : 0;
  if (isFolder) append(done == 0 ? FOLDER_SYNCED : FOLDER_SYNC_FAILED, 0, 0, NULL, 0);
  else append(done == 0 ? SYNCED : SYNC_FAILED, files[fd], 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

int fsync(int fd) {
  REAL(int, fsync, int);
  return isWatched(fd) ? syncAny(fd) : real(fd);
}

int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  return isWatched(fd) ? syncAny(fd) : real(fd);
}

static int unlinkAny(int at, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  char whole[PATH_MAX];
  const char *name = nameOf(at, path, whole);
  if (name == NULL || (flags & AT_REMOVEDIR)) return real(at, path, flags);
  pthread_mutex_lock(&lock);
  int done = fails(NAME) ? -1 : real(at, path, flags);
  if (done == 0) append(UNLINKED, 0, 0, name, strlen(name));
  pthread_mutex_unlock(&lock);
  return done;
}

int unlink(const char *path) { return unlinkAny(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return unlinkAny(at, path, flags); }

/** Moves a file within the folder. A move into or out of the folder is refused, because the trace cannot show it. */
static int renameAny(int fromAt, const char *from, int toAt, const char *to) {
  REAL(int, renameat, int, const char *, int, const char *);
  char fromWhole[PATH_MAX], toWhole[PATH_MAX], names[2 * PATH_MAX];
  const char *fromName = nameOf(fromAt, from, fromWhole), *toName = nameOf(toAt, to, toWhole);
  if (fromName == NULL && toName == NULL) return real(fromAt, from, toAt, to);
  if (fromName == NULL || toName == NULL) {
    errno = EXDEV;
    return -1;
  }
  pthread_mutex_lock(&lock);
  int done = fails(NAME) ? -1 : real(fromAt, from, toAt, to);
  size_t length = strlen(fromName) + 1;
  memcpy(names, fromName, length);
  strcpy(names + length, toName);
  if (done == 0) append(RENAMED, 0, 0, names, length + strlen(toName));
  pthread_mutex_unlock(&lock);
  return done;
}

int rename(const char *from, const char *to) { return renameAny(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int fromAt, const char *from, int toAt, const char *to) { return renameAny(fromAt, from, toAt, to); }
