import type { DatabaseSync } from 'node:sqlite'

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
    addProblem: sql('INSERT INTO problems (entry, source, message) VALUES (?, ?, ?)'),
    clearProblems: sql('DELETE FROM problems WHERE entry = ?'),
    findDocument: sql('SELECT num, hash FROM documents WHERE id = ?'),
    addDocument: sql('INSERT INTO documents (id, hash, title, year, metadata) VALUES (?, ?, ?, ?, ?)'),
    addPart: sql('INSERT INTO texts (document, part, length, count, text, blocks) VALUES (?, ?, ?, ?, ?, ?)'),
    keepFormer: sql(
      `INSERT OR REPLACE INTO temp.former (id, generation, title, year, metadata)
       SELECT id, ?, title, year, metadata FROM documents WHERE num = ?`,
    ),
    keepFormerTexts: sql(
      `INSERT OR REPLACE INTO temp.former_texts (id, part, length, count, text, blocks)
       SELECT id, part, length, count, text, blocks FROM documents JOIN texts ON document = num WHERE num = ?`,
    ),
    dropDocument: sql('DELETE FROM documents WHERE num = ?'),
    addName: sql('INSERT INTO names (first, key, document) VALUES (?, ?, ?)'),
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
    dropPassageTerms: sql('DELETE FROM passages_fts WHERE rowid IN (SELECT num FROM passages WHERE document = ?)'),
  }
}
