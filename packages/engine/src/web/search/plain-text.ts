import { Parser } from 'htmlparser2'
import type { Maybe } from './hit-of.ts'

/**
 * The text of a snippet that may come with tags and entities; white space collapses. Providers load this when they
 * search: a start that reads their names alone would have 50 files more to load.
 */
export function plainText(html: Maybe): string {
  let text = ''
  const ontext = (part: string) => {
    text += part
  }
  new Parser({ ontext }, { decodeEntities: true }).end(html ?? '')
  return text.replace(/\s+/g, ' ').trim()
}
