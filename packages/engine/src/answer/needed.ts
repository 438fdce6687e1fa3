import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { tellsTrouble } from '#question/way.ts'
import { coverage, SMALL_WORD } from '#question/weights.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { heldBy, isBeside } from './bearing.ts'
import type { Lead } from './lead.ts'
import { nameOf, type PassageRules } from './opening-passage.ts'
import { sentencesFrom } from './quote-block.ts'
import { isUnderSame } from './section-blocks.ts'
import { isOfSection, isSummary } from './sections.ts'
import { isAskedTable } from './table-passage.ts'

/**
 * In log-odds: where the likeliest of the others is so much less likely than the opening, it stands alone. Counted on
 * documentation: of 63 such answers the others held what the opening lacked in 4, of 83 where they are nearer in 13.
 */
const SURE = 0.5
/** The same where the opening holds most of the question and the other nothing of it that the opening lacks. */
const SURE_OF_LITTLE = 0.2
/**
 * The share of a question, by weight, that is most of it. Counted on 640 questions of documentation: 10 answers to which others
 * that came no nearer were added held what was asked for without them, and none only with them.
 */
export const MOST = 0.75
/** "See Connection Validation for details." */
const TOLD_ELSEWHERE = new RegExp(marks.toldElsewhere.join('|'), 'iu')

/**
 * Tells which passages are needed beside the one that an answer opens with. Of a text in sections that is none where the
 * opening is sure to answer: as the entry that the question names, by its odds, or since it holds most of the question and no
 * sentence of the others comes nearer to that, but for what stands in sections below its own where more than a fact is asked for.
 * Of a text without sections those of its own document are left out where the opening holds most of the question.
 */
export function neededBeside(
  { goal, kind, needs, text }: Pick<Question, 'goal' | 'kind' | 'needs' | 'text'>,
  {
    ranked,
    asksForCode,
    asksForList,
    writes = () => false,
  }: Pick<PassageRules, 'asksForCode' | 'asksForList' | 'writes'> & { ranked: readonly Lead[] },
): (opening: readonly Quotation[], others: readonly Quotation[][]) => Quotation[][] {
  const oddsOf = (passage: readonly Quotation[]) =>
    ranked.find(({ evidence }) => passage.some((each) => overlap(evidence, each)))?.odds ?? Number.NEGATIVE_INFINITY
  const isFact = kind === 'fact'
  const asksOfOne = isFact || kind === 'definition' || asksForList
  // A way is told in several steps, which may stand anywhere in such a text.
  const asksForSeveral = asksForCode || asksForList || tellsTrouble(text)
  const held = heldBy(goal)
  const share = (passage: readonly Quotation[]) => coverage(held(passage), goal.weights)
  const contentOf = contentReader(goal)
  const nearest = (passage: readonly Quotation[]) =>
    Math.max(0, ...passage.flatMap(sentencesOf).map((sentence) => coverage(contentOf(sentence), goal.weights)))
  const shown = (passage: readonly Quotation[]) => Math.max(0, ...passage.flatMap(sentencesOf).map(needs.fits))
  return (opening, all) => {
    const others = all.filter((passage) => !isSummary(passage, opening))
    const [likeliest] = others
    if (likeliest === undefined || opening.some(({ quote }) => TOLD_ELSEWHERE.test(quote))) return [...others]
    const own = share(opening)
    if (!opening.some(isOfSection)) {
      // In a chat one answers the other; of another text without sections another document may tell the rest.
      const isTold = own >= MOST && !asksForSeveral && opening.every(({ block }) => block?.kind !== 'turn')
      return others.filter((passage) => !isTold || !isOfDocument(passage, opening))
    }
    if ((asksOfOne && writes(entryName(opening) ?? '')) || isAskedTable(opening, writes)) return []
    const isOfSame = beginInOne(opening, likeliest)
    const goesOn = isBeside(opening, likeliest) && !isOfSame
    const adds = share([...opening, ...likeliest]) - own >= SMALL_WORD
    const isNearer =
      nearest(likeliest) - nearest(opening) >= SMALL_WORD ||
      (isFact && others.some((each) => shown(each) > shown(opening)))
    if (!asksForList && own >= MOST && !isNearer && !(goesOn && adds)) return []
    if (goesOn && !isFact) return [...others]
    const ahead = (ranked[0]?.odds ?? 0) - oddsOf(likeliest)
    // A fact is told once. On 459 questions of documentation no answer that another section gave was lost by this.
    if (isFact && !isOfSame) return ahead < 0 ? [...others] : []
    return ahead < (own >= MOST && !adds ? SURE_OF_LITTLE : SURE) ? [...others] : []
  }
}

/** Whether two quotations share words: of a sentence that facts stand before, what is shown begins behind them. */
const overlap = (one: Quotation, other: Quotation) =>
  one.document.id === other.document.id && one.start < other.end && other.start < one.end

/** The sentences of a quotation, each by itself. */
function sentencesOf({ document, block, start, end, quote }: Quotation): string[] {
  if (block === undefined) return [quote]
  const spans = sentencesFrom(document, block, { start, most: end - start })
  return spans.map((span) => document.text.slice(span.start, Math.min(end, span.end)))
}

/** What the entry is called that a passage begins. */
function entryName([first]: readonly Quotation[]): string | undefined {
  const { blocks } = first?.document ?? {}
  return first && blocks && nameOf(first, blocks, firstEndingAfter(blocks, first.start))
}

const isOfDocument = ([one]: readonly Quotation[], [other]: readonly Quotation[]) =>
  one?.document.id === other?.document.id

/** Whether two passages begin in one section. */
const beginInOne = ([one]: readonly Quotation[], [other]: readonly Quotation[]) =>
  !!one?.block && !!other?.block && isUnderSame(one.block, other.block)
