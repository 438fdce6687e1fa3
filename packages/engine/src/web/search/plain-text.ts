import { Parser } from 'htmlparser2'
import type { Maybe } from './hit-of.ts'

/**
 * The text of a snippet that may come with tags and entities; white space collapses. Providers load this when they
 * search: a start that reads their names alone would have 50 files more to load.
 */
export function plainText(html: Maybe): string {
  return textOf(html).replace(/\s+/g, ' ').trim()
}

/** What begins a line of its own in HTML, and in JATS, the XML of publishers. */
const PARAGRAPH = /^(?:p|title|sec|list-item|li|div|h[1-6]|jats:(?:p|title|sec|list-item))$/

/** As `plainText`, with each paragraph and heading on a line of its own. */
export function plainParagraphs(markup: Maybe): string {
  const lines = textOf(markup, (name) => PARAGRAPH.test(name)).split('\n')
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function textOf(markup: Maybe, isLine: (name: string) => boolean = () => false): string {
  let text = ''
  const breakAt = (name: string) => {
    if (isLine(name)) text += '\n'
  }
  const ontext = (part: string) => {
    text += part.replaceAll('\n', ' ')
  }
  new Parser({ ontext, onopentagname: breakAt, onclosetag: breakAt }, { decodeEntities: true }).end(markup ?? '')
  return text
}
