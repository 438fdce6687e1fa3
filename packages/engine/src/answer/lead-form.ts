import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import type { Needs } from '#question/needs.ts'

/** "See dash(1)." */
const REFERS_ON = new RegExp(marks.refersOn.join('|'), 'i')
const FINISHED = /[.!…。！]["”’»)\]]*$/u
const LEADS_ON = /[:?：？]$/
/** UTF-16 code units of what is no sentence and may still be a title or a label. */
const SCRAP = 60
/** "[7] It is believed …" stands at the foot of a page, away from what it is said of. */
const NOTE = /^\^\[\d+\]\s/
const CALL_MARKS = /[[\]{}<>|]/g
/** Fewer brackets, bars and angles stand in a sentence, too; and a smaller share of its characters. */
const FEWEST_MARKS = 4
const SHARE_OF_MARKS = 0.05

/** Whether a sentence only tells where to read on. */
export const refersOn = (sentence: string): boolean => REFERS_ON.test(sentence)

/** Measures a sentence by its form: what is no sentence seldom opens an answer. */
export function formFeatures({ quote, block }: Evidence, { fits }: Pick<Needs, 'fits'>): Features {
  const isFinished = FINISHED.test(quote)
  const isProse = block?.kind !== 'code' && block?.kind !== 'row' && block?.kind !== 'item'
  const isBare = isProse && !isFinished && !LEADS_ON.test(quote) && quote.length < SCRAP
  const callMarks = quote.match(CALL_MARKS)?.length ?? 0
  const isCall = callMarks >= FEWEST_MARKS && callMarks / quote.length > SHARE_OF_MARKS
  return {
    /** Ends as a sentence does. */
    finished: Number(isFinished),
    /** Only tells where to read on. */
    refersOn: Number(refersOn(quote)),
    /** A title, a label or a name, unless it shows what is asked for, such as a date. */
    scrap: Number((isBare && fits(quote) === 0) || NOTE.test(quote)),
    /** Lists what a command or a function may be called with. */
    signature: Number(block?.kind !== 'row' && isCall),
  }
}
