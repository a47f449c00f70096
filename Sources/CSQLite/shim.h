#pragma once
#include <sqlite3.h>

/// Makes a connection take its file for one that a stranger may have made: no triggers, views or functions in its schema
/// are run, no extension is loaded, and no statement can damage the file.
/// Swift cannot call `sqlite3_db_config`, whose arguments vary.
/// Returns SQLITE_OK, or the code of the first option that was refused.
static inline int faceblur_sqlite_distrust(sqlite3 *_Nonnull connection) {
  static const int options[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
      {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},
      {SQLITE_DBCONFIG_DQS_DML, 0},
  };
  for (unsigned index = 0; index < sizeof options / sizeof *options; index++) {
    int code = sqlite3_db_config(connection, options[index][0], options[index][1], (int *)0);
    if (code != SQLITE_OK)
      return code;
  }
  return SQLITE_OK;
}
