/** The names under which an index has what a document consists of. */
export interface IndexFields {
  title: string
  text: string
  url: string
  date: string
  authors: string
}

/** The fields of an index that this service makes. */
export const OWN_FIELDS: IndexFields = { title: 'title', text: 'text', url: 'url', date: 'date', authors: 'authors' }

const NAME = /^[A-Za-z][\w.-]{0,199}$/

/**
 * Reads names such as `title=headline,text=body`, where those left out stay as they are; undefined if the text is
 * wrong.
 */
export function readFields(text: string): IndexFields | undefined {
  const entries = text.split(',').map((part) => part.split('=').map((word) => word.trim()))
  const right = entries.every(
    ([own = '', name = '', ...rest]) => own in OWN_FIELDS && NAME.test(name) && rest.length === 0,
  )
  return right ? { ...OWN_FIELDS, ...Object.fromEntries(entries) } : undefined
}

/** The names as the setting has them. */
export function showFields(fields: IndexFields): string {
  return Object.entries(fields)
    .map((entry) => entry.join('='))
    .join(',')
}
