#include "SchemaFiles.h"

// `#embed` is C23, and an extension in what came before. The compiler notes the files it reads, so that a change to one
// of them is built like a change to a source.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char builtApps[] = {
#embed "../../schema/built-apps.json"
};
static const unsigned char commonUses[] = {
#embed "../../schema/common-uses.json"
};
static const unsigned char dataTypes[] = {
#embed "../../schema/data-types.json"
};
static const unsigned char english[] = {
#embed "../../schema/english.json"
};
static const unsigned char entitlements[] = {
#embed "../../schema/entitlements.json"
};
static const unsigned char guidelines[] = {
#embed "../../schema/guidelines.json"
};
static const unsigned char label[] = {
#embed "../../schema/label.json"
};
static const unsigned char labelStyle[] = {
#embed "../../schema/label.css"
};
static const unsigned char languages[] = {
#embed "../../schema/languages.json"
};
static const unsigned char manifest[] = {
#embed "../../schema/manifest.json"
};
static const unsigned char purposeStrings[] = {
#embed "../../schema/purpose-strings.json"
};
static const unsigned char purposes[] = {
#embed "../../schema/purposes.json"
};
static const unsigned char requiredReasons[] = {
#embed "../../schema/required-reasons.json"
};
static const unsigned char sdks[] = {
#embed "../../schema/sdks.json"
};
static const unsigned char sourceAPIs[] = {
#embed "../../schema/source-apis.json"
};
static const unsigned char sources[] = {
#embed "../../schema/sources.json"
};
static const unsigned char storeMessages[] = {
#embed "../../schema/store-messages.json"
};
static const unsigned char unlisted[] = {
#embed "../../schema/unlisted.json"
};

static const struct SchemaFile files[] = {
  {"built-apps.json", builtApps, sizeof builtApps},
  {"common-uses.json", commonUses, sizeof commonUses},
  {"data-types.json", dataTypes, sizeof dataTypes},
  {"english.json", english, sizeof english},
  {"entitlements.json", entitlements, sizeof entitlements},
  {"guidelines.json", guidelines, sizeof guidelines},
  {"label.css", labelStyle, sizeof labelStyle},
  {"label.json", label, sizeof label},
  {"languages.json", languages, sizeof languages},
  {"manifest.json", manifest, sizeof manifest},
  {"purpose-strings.json", purposeStrings, sizeof purposeStrings},
  {"purposes.json", purposes, sizeof purposes},
  {"required-reasons.json", requiredReasons, sizeof requiredReasons},
  {"sdks.json", sdks, sizeof sdks},
  {"source-apis.json", sourceAPIs, sizeof sourceAPIs},
  {"sources.json", sources, sizeof sources},
  {"store-messages.json", storeMessages, sizeof storeMessages},
  {"unlisted.json", unlisted, sizeof unlisted},
  {0},
};

const struct SchemaFile *schemaFiles(void) {
  return files;
}
