import type { DatabaseSync } from 'node:sqlite'

/** Passages that are removed at a time: some 20 ms of work. A document with more is large. */
const REMOVED_AT_A_TIME = 2_000

/** The statements that change an index. */
export type IndexStatements = ReturnType<typeof prepareStatements>

/** Prepares them once for a database. */
export function prepareStatements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    addEntry: sql("INSERT INTO entries (source, key, fingerprint) VALUES (?, ?, '') ON CONFLICT DO NOTHING"),
    findEntry: sql('SELECT num FROM entries WHERE source = ? AND key = ?'),
    setFingerprint: sql('UPDATE entries SET fingerprint = ? WHERE num = ?'),
    dropEntry: sql('DELETE FROM entries WHERE num = ?'),
    addProblem: sql('INSERT INTO problems (entry, source, message, kind) VALUES (?, ?, ?, ?)'),
    problemsOf: sql('SELECT source, message, kind FROM problems WHERE entry = ? ORDER BY num'),
    clearProblems: sql('DELETE FROM problems WHERE entry = ?'),
    isLarge: sql(`SELECT 1 FROM passages WHERE document = ? LIMIT 1 OFFSET ${REMOVED_AT_A_TIME}`),
    /** A document that no other entry holds, and whose content has changed. */
    outdated: sql(
      `SELECT num FROM documents WHERE id = ? AND hash <> ?
       AND NOT EXISTS (SELECT 1 FROM holdings WHERE document = num AND entry IS NOT ?)`,
    ),
    /** Documents that no other entry holds, and that were last seen before a generation. */
    held: sql(
      `SELECT document AS num FROM holdings AS own WHERE entry = ? AND generation < ?
       AND NOT EXISTS (SELECT 1 FROM holdings WHERE document = own.document AND entry <> own.entry)`,
    ),
    forgetEntries: sql(
      "UPDATE entries SET fingerprint = '' WHERE num IN (SELECT entry FROM holdings WHERE document = ?)",
    ),
    findDocument: sql('SELECT num, hash FROM documents WHERE id = ?'),
    addDocument: sql('INSERT INTO documents (id, hash, title, year, metadata) VALUES (?, ?, ?, ?, ?)'),
    nameDocument: sql('UPDATE documents SET id = ?, title = ?, year = ?, metadata = ? WHERE num = ?'),
    finishDocument: sql('UPDATE documents SET hash = ? WHERE num = ?'),
    isUnfinished: sql('SELECT 1 FROM documents WHERE num = ? AND hash = ?'),
    addPart: sql('INSERT INTO texts (document, part, length, count, text, blocks) VALUES (?, ?, ?, ?, ?, ?)'),
    keepFormer: sql(
      `INSERT OR REPLACE INTO temp.former (id, generation, title, year, metadata)
       SELECT id, ?, title, year, metadata FROM documents WHERE num = ?`,
    ),
    keepFormerTexts: sql(
      `INSERT OR REPLACE INTO temp.former_texts (id, part, length, count, text, blocks)
       SELECT id, part, length, count, text, blocks FROM documents JOIN texts ON document = num WHERE num = ? AND part >= ? AND part < ? AND NOT EXISTS (
         SELECT 1 FROM temp.former_texts AS kept WHERE kept.id = documents.id AND kept.part = texts.part
       )`,
    ),
    dropDocument: sql('DELETE FROM documents WHERE num = ?'),
    addName: sql('INSERT OR IGNORE INTO names (first, key, document) VALUES (?, ?, ?)'),
    dropNames: sql('DELETE FROM names WHERE document = ?'),
    dropTexts: sql('DELETE FROM texts WHERE document = ?'),
    hold: sql(
      `INSERT INTO holdings (entry, document, generation) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET generation = max(generation, excluded.generation)`,
    ),
    otherHolder: sql('SELECT 1 FROM holdings WHERE document = ? AND entry IS NOT ? LIMIT 1'),
    anyHolder: sql('SELECT 1 FROM holdings WHERE document = ? LIMIT 1'),
    staleHoldings: sql('SELECT document AS num FROM holdings WHERE entry = ? AND generation < ?'),
    release: sql('DELETE FROM holdings WHERE entry = ? AND document = ?'),
    dropHoldings: sql('DELETE FROM holdings WHERE document = ?'),
    addPassage: sql('INSERT INTO passages (document, start, "end", length) VALUES (?, ?, ?, ?)'),
    dropPassages: sql('DELETE FROM passages WHERE document = ?'),
    addPassageTerms: sql(
      'INSERT INTO passages_fts (rowid, title, heading, body, author, publisher, date) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    dropSomePassageTerms: sql(
      `DELETE FROM passages_fts WHERE rowid IN (
         SELECT num FROM passages WHERE document = ? ORDER BY num LIMIT ${REMOVED_AT_A_TIME}
       )`,
    ),
    dropSomePassages: sql(
      `DELETE FROM passages WHERE num IN (
         SELECT num FROM passages WHERE document = ? ORDER BY num LIMIT ${REMOVED_AT_A_TIME}
       )`,
    ),
    dropPassageTerms: sql('DELETE FROM passages_fts WHERE rowid IN (SELECT num FROM passages WHERE document = ?)'),
  }
}
