import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { heldBy, isBeside } from './bearing.ts'
import type { Lead } from './lead.ts'
import { nameOf, type PassageRules } from './opening-passage.ts'
import { isUnderSame } from './section-blocks.ts'
import { isOfSection, isSummary } from './sections.ts'

/**
 * In log-odds: where the likeliest of the others is so much less likely than the opening, it stands alone. Counted on
 * documentation: of 63 such answers the others held what the opening lacked in 4, of 83 where they are nearer in 13.
 */
const SURE = 0.5
/** The same where the opening holds most of the question and the other nothing of it that the opening lacks. */
const SURE_OF_LITTLE = 0.2
/** The share of a question, by weight, that is most of it. */
const MOST = 0.75
/** The share of a question, by weight, that a small word has. */
const NOTHING = 0.03
/** "See Connection Validation for details." */
const TOLD_ELSEWHERE = new RegExp(marks.toldElsewhere.join('|'), 'iu')

/**
 * Tells which passages are needed beside the one that an answer opens with. Of a text in sections that is none where the
 * opening is sure to answer: as the entry that the question names, or by its odds, but for what stands in sections below its
 * own where more than a fact is asked for.
 */
export function neededBeside(
  { goal, kind }: Pick<Question, 'goal' | 'kind'>,
  {
    ranked,
    asksForList,
    writes = () => false,
  }: Pick<PassageRules, 'asksForList' | 'writes'> & { ranked: readonly Lead[] },
): (opening: readonly Quotation[], others: readonly Quotation[][]) => Quotation[][] {
  const oddsOf = (passage: readonly Quotation[]) =>
    ranked.find(({ evidence }) => passage.some((each) => beginsWithin(evidence, each)))?.odds ??
    Number.NEGATIVE_INFINITY
  const isFact = KINDS[kind].extent === 'fact'
  const asksOfOne = isFact || kind === 'definition' || asksForList
  const held = heldBy(goal)
  const share = (passage: readonly Quotation[]) => coverage(held(passage), goal.weights)
  return (opening, all) => {
    const others = all.filter((passage) => !isSummary(passage, opening))
    const [likeliest] = others
    if (
      likeliest === undefined ||
      !opening.some(isOfSection) ||
      opening.some(({ quote }) => TOLD_ELSEWHERE.test(quote))
    )
      return [...others]
    if (asksOfOne && writes(entryName(opening) ?? '')) return []
    const isOfSame = beginInOne(opening, likeliest)
    const goesOn = isBeside(opening, likeliest) && !isOfSame
    const own = share(opening)
    const adds = share([...opening, ...likeliest]) - own >= NOTHING
    if (!asksForList && own >= MOST && !(goesOn && adds)) return []
    if (goesOn && !isFact) return [...others]
    const ahead = (ranked[0]?.odds ?? 0) - oddsOf(likeliest)
    // A fact is told once. On 459 questions of documentation no answer that another section gave was lost by this.
    if (isFact && !isOfSame) return ahead < 0 ? [...others] : []
    return ahead < (own >= MOST && !adds ? SURE_OF_LITTLE : SURE) ? [...others] : []
  }
}

/** What the entry is called that a passage begins. */
function entryName([first]: readonly Quotation[]): string | undefined {
  const { blocks } = first?.document ?? {}
  return first && blocks && nameOf(first, blocks, firstEndingAfter(blocks, first.start))
}

/** Whether two passages begin in one section. */
const beginInOne = ([one]: readonly Quotation[], [other]: readonly Quotation[]) =>
  !!one?.block && !!other?.block && isUnderSame(one.block, other.block)
