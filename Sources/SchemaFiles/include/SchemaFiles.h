#include <stddef.h>

/// A file of `schema/` as it was when the package was built.
struct SchemaFile {
  /// The file's name without its folder; null behind the last file.
  const char *_Nullable name;
  /// The file's bytes.
  const unsigned char *_Nullable bytes;
  size_t size;
};

/// The files of `schema/`, one after the other, ended by one without a name.
const struct SchemaFile *_Nonnull schemaFiles(void);
