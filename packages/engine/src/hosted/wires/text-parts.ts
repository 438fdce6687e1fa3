import { at, textIn } from '#model/client/at.ts'
import type { HostedAnnotation, HostedSource } from '../calls.ts'
import { offsetsIn } from './offsets.ts'
import { countOf, listOf } from './wire.ts'

/** Joins the parts of a message into one text, and places what they are annotated with in it. */
export function joinParts(
  parts: readonly unknown[],
  unit: 'characters' | 'bytes',
): { text: string; annotations: HostedAnnotation[] } {
  let text = ''
  const annotations: HostedAnnotation[] = []
  for (const part of parts) {
    const own = textIn(at(part, 'text'))
    const offsetOf = offsetsIn(own, unit)
    for (const each of listOf(at(part, 'annotations'))) {
      const url = textIn(at(each, 'url'))
      const end = countOf(at(each, 'end_index'))
      if (at(each, 'type') !== 'url_citation' || url === '' || end === undefined) continue
      const start = text.length + offsetOf(countOf(at(each, 'start_index')) ?? end)
      annotations.push({ url, title: textIn(at(each, 'title')), start, end: text.length + offsetOf(end) })
    }
    text += own
  }
  return { text, annotations }
}

/** The sources that stand in foreign JSON; `numbers`: their ids are what marks in the text call them. */
export function sourcesIn(given: readonly unknown[], numbers = false): HostedSource[] {
  return given.flatMap((one) => {
    const url = textIn(at(one, 'url'))
    const number = numbers ? countOf(at(one, 'id')) : undefined
    const source = { url, title: textIn(at(one, 'title')), snippet: textIn(at(one, 'snippet')) }
    return url === '' ? [] : [{ ...source, ...(number !== undefined && { number }) }]
  })
}
