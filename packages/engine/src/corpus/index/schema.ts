import { TOKENISER } from './fts-query.ts'

/** Marks an SQLite file as a corpus index, in its header. */
export const APPLICATION_ID = Buffer.from('drci').readUInt32BE()

/** Raised when a table, a reader or the cutting of passages changes: an index with another number is built anew. */
export const SCHEMA_VERSION = 29

const NAMES =
  'titles_fts passage_instances passage_terms passages_fts vectors term_counts frequent_terms passage_blocks passages holdings names texts documents problems entries meta'

/** Empties an index, in this order. */
export const DROP = NAMES.split(' ')
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join('\n')

/** Passages of a row of `passage_blocks`, which exists only where all of them do. */
export const BLOCK = 16 * 1024

/** How a query names a document's address, so that the index of addresses serves it. */
export const URL_OF_DOCUMENT = "json_extract(metadata, '$.url')"

/**
 * An entry holds documents; a document lives as long as an entry holds it. Texts have a table of
 * their own, in parts, so that nobody reads more of them than is needed. `names` holds what a document is named by, in its
 * title. `passage_blocks`, `frequent_terms` and `term_counts` repeat what other tables hold, in a form that is read at once; the number
 * of a passage is never used again, so that what they say of it stays true.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE entries (
  num INTEGER PRIMARY KEY, source TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, UNIQUE (source, key)
);
CREATE TABLE problems (num INTEGER PRIMARY KEY, entry INTEGER NOT NULL, source TEXT NOT NULL, message TEXT NOT NULL, kind TEXT);
CREATE INDEX problems_of_entry ON problems (entry);
CREATE TABLE documents (
  num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, title TEXT NOT NULL, year INTEGER,
  metadata TEXT NOT NULL
);
CREATE TABLE texts (
  document INTEGER NOT NULL, part INTEGER NOT NULL, length INTEGER NOT NULL, count INTEGER, text TEXT NOT NULL, blocks TEXT
);
CREATE UNIQUE INDEX texts_of_document ON texts (document, part, length, count);
CREATE TABLE names (first TEXT NOT NULL, key TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (first, key, document))
  WITHOUT ROWID;
CREATE INDEX names_of_document ON names (document);
CREATE INDEX documents_by_url ON documents (${URL_OF_DOCUMENT});
CREATE TABLE holdings (
  entry INTEGER NOT NULL, document INTEGER NOT NULL, generation INTEGER NOT NULL, PRIMARY KEY (entry, document)
) WITHOUT ROWID;
CREATE INDEX holders_of_document ON holdings (document);
CREATE TABLE passages (
  num INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  length INTEGER NOT NULL
);
CREATE INDEX passages_of_document ON passages (document);
CREATE TABLE passage_blocks (block INTEGER PRIMARY KEY, documents BLOB NOT NULL, lengths BLOB NOT NULL);
CREATE TABLE frequent_terms (term TEXT PRIMARY KEY, until INTEGER NOT NULL, passages INTEGER NOT NULL, postings BLOB NOT NULL);
CREATE TABLE term_counts (term TEXT PRIMARY KEY, passages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE vectors (passage INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TRIGGER passage_removed AFTER DELETE ON passages BEGIN
  DELETE FROM passage_blocks WHERE block = old.num / ${BLOCK};
  DELETE FROM vectors WHERE passage = old.num;
END;
CREATE VIRTUAL TABLE passages_fts USING fts5 (
  title, heading, body, author, publisher, date, content='', contentless_delete=1, tokenize="${TOKENISER}"
);
CREATE VIRTUAL TABLE passage_terms USING fts5vocab (passages_fts, 'row');
CREATE VIRTUAL TABLE passage_instances USING fts5vocab (passages_fts, 'instance');
`

/** For documents that are gone. On disk, as an emptied folder may have held more than fits into memory; each connection has its own. */
export const FORMER = `CREATE TEMP TABLE former (
  id TEXT PRIMARY KEY, generation INTEGER NOT NULL, title TEXT NOT NULL, year INTEGER, metadata TEXT NOT NULL
);
CREATE TEMP TABLE former_texts (
  id TEXT NOT NULL, part INTEGER NOT NULL, length INTEGER NOT NULL, count INTEGER, text TEXT NOT NULL, blocks TEXT,
  PRIMARY KEY (id, part)
);
CREATE TEMP TRIGGER former_forgotten AFTER DELETE ON former BEGIN
  DELETE FROM former_texts WHERE id = old.id;
END`
