import { readHtml } from '../readers/html.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { readText } from '../readers/text.ts'

/** When a line is shown: "00:01:02,500 --> 00:01:04,000", with or without hours. */
const TIMES = /^\s{0,9}(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s{1,9}-->\s/
/** The speaker of WebVTT: <v Ann>. */
const VOICE = /^<v(?:\.[\w.]{1,40})?\s+([^>]{1,100})>/
const SENTENCE_END = /[.!?…。！？]["'”’)\]]?$/u

/**
 * Reads subtitles (SubRip, WebVTT) as the text that is spoken: what is shown one after the other is a paragraph up to the end of
 * a sentence, and what a speaker says stands behind the name.
 */
export function readSubtitles(written: string): DocumentParts {
  const paragraphs: string[] = []
  let lines: string[] = []
  let last = ''
  let speaker: string | undefined
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'))
    lines = []
  }
  for (const cue of cuesOf(written)) {
    const named = VOICE.exec(cue[0] ?? '')?.[1]
    if (named !== undefined && named !== speaker) end()
    for (const shown of cue.map(plainText)) {
      // Live subtitles repeat the line above.
      if (shown === '' || shown === last) continue
      lines.push(named !== undefined && lines.length === 0 ? `${named}: ${shown}` : shown)
      last = shown
    }
    speaker = named
    if (SENTENCE_END.test(last)) end()
  }
  end()
  return readText(paragraphs.join('\n\n'))
}

/** The lines of each cue. */
function* cuesOf(written: string): Generator<string[]> {
  for (const part of written.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n/)) {
    const lines = part.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line))
    if (at >= 0) yield lines.slice(at + 1)
  }
}

/** A line without its marks: <i>, <c.green>, {\an8}. */
function plainText(line: string): string {
  const bare = line.replace(/\{\\[^}]{0,100}\}/g, '')
  const text = /[<&]/.test(bare) ? readHtml(bare.replace(/<\d[\d:.]{0,15}>/g, '')).text : bare
  return text.replace(/\s+/g, ' ').trim()
}
