import type { DatabaseSync } from 'node:sqlite'

/** How a query names a document's address, so that the index of addresses serves it. */
export const URL_OF_DOCUMENT = "json_extract(metadata, '$.url')"

/** Lets documents be found by their address. An index file of an earlier version gets it here, without being built anew. */
export function createUrlIndex(database: DatabaseSync): void {
  database.exec(`CREATE INDEX IF NOT EXISTS documents_by_url ON documents (${URL_OF_DOCUMENT})`)
}
