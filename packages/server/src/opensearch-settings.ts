import { type IndexFields, OWN_FIELDS, readFields, showFields } from '#opensearch/fields.ts'
import { key, type Reader, webAddress } from './setting-readers.ts'

/** The settings of an index of OpenSearch or Elasticsearch. */
export interface OpenSearchSettings {
  /** The server that holds an index of documents; undefined for none. */
  openSearchUrl: string | undefined
  /** The name of the index. */
  openSearchIndex: string
  /** The key, in place of a user in the address. */
  openSearchApiKey: string | undefined
  /** What title, text and the others are called in the index. */
  openSearchFields: IndexFields
}

export const OPENSEARCH_SETTINGS: { [Key in keyof OpenSearchSettings]: Reader<OpenSearchSettings[Key]> } = {
  openSearchUrl: webAddress('OPENSEARCH_URL'),
  openSearchIndex: {
    name: 'OPENSEARCH_INDEX',
    fallback: 'deep-research',
    takes: 'the name of an index: lower case, without spaces',
    read: (text) => (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(text) ? text : undefined),
  },
  openSearchApiKey: key('OPENSEARCH_API_KEY'),
  openSearchFields: {
    name: 'OPENSEARCH_FIELDS',
    fallback: showFields(OWN_FIELDS),
    takes: `${showFields(OWN_FIELDS)}, each with the name that it has in the index`,
    read: readFields,
  },
}
