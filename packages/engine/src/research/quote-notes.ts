import type { AnswerPart } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { wordsIn } from '#language/words-in.ts'
import { speaks } from '#model/added.ts'
import type { Passage } from './section-call.ts'
import type { Note } from './sub-question.ts'
import type { ToldStretch } from './told-passage.ts'

/** Sentences of one note that are quoted. */
const MOST_OF_NOTE = 2

/** A passage in the words of its notes, where no model wrote it: of each the sentences that say most of what it shows. */
export function quotedPassage({ notes, words }: Passage): ToldStretch[] {
  const told: ToldStretch[] = []
  let left = words
  for (const note of notes) {
    const quoted = tellingSentences(note).map(quotationOf)
    const size = quoted.flat().reduce((sum, { text }) => sum + wordsIn(text), 0)
    if (left < size && told.length > 0) break
    left -= size
    for (const [at, parts] of quoted.entries())
      told.push({
        before: told.length === 0 ? '' : at === 0 ? '\n\n' : ' ',
        parts,
        cited: true,
        uncited: false,
        unverified: false,
      })
  }
  return told
}

function tellingSentences({ paragraph, shows, sub }: Note): Evidence[] {
  const wanted = contentTerms(`${shows}\n${sub.text}`)
  const held = ({ terms }: Evidence) => terms.intersection(wanted).size
  const best = paragraph.sentences.toSorted((a, b) => held(b) - held(a)).slice(0, MOST_OF_NOTE)
  return best.sort((a, b) => a.start - b.start)
}

/** Words of a source; in quotation marks where somebody speaks of himself. */
function quotationOf({ document, start, end, quote }: Evidence): AnswerPart[] {
  const claim: AnswerPart = {
    kind: 'claim',
    text: quote.replace(/\s+/g, ' ').trim(),
    document,
    start,
    end,
    answers: true,
  }
  if (!speaks(quote)) return [claim]
  return [{ kind: 'text', text: '“' }, claim, { kind: 'text', text: '”' }]
}
