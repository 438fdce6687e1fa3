import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { escaped } from '#language/escape.ts'
import { contentIn } from '#language/terms.ts'
import { headingFit } from '#question/agreement.ts'
import { headsAll } from '#question/compared.ts'
import type { Question } from '#question/question.ts'
import { isOfFacts } from './entry-value.ts'
import { introductionOf } from './introduction.ts'
import { LONGEST_MARKER, opensUnder } from './order-in-section.ts'

/** "5.11.", as manuals count their sections. */
const SECTION_NUMBER = /^(?:chapter |appendix |part )?(?:[\dA-Z]+\.)+(?:\d+)?\s+/i
/** "--no-index". */
const TURNS_OFF = /^--?\[?no-/
/** The dotted name of a setting: "stash.showIncludeUntracked". */
const SETTING = /^[\p{L}\d-]+\.[\p{L}\d.<>*-]+$/u

/** What a keyword takes, as its manual writes it: "<time>", "[ <arguments> ]", "{ on | off }". */
const TAKEN = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}/g

/** A title without its number, and a keyword without what it takes. */
export function plainTitle(title: string): string {
  const plain = title.replace(SECTION_NUMBER, '')
  // What stands within others goes first: "[ if <condition> ]".
  const keyword = plain.replace(TAKEN, '').replace(TAKEN, '')
  return /[\p{L}\p{N}]/u.test(keyword) ? keyword : plain
}

/** What is known of a sentence's place. */
export interface Labelled {
  evidence: Evidence
  /** The innermost of the headings and terms above it. */
  label: string
  /** Whether it begins what stands under that. */
  begins: boolean
  /** Whether its document is what the question asks about. */
  isOfSubject: boolean
}

/** How well a text and the question agree: 0 to 1. */
type Agreement = (text: string) => number

/** "Using locks" tells how to use them, and not what they are. */
const TELLS_HOW = new RegExp(`^(?:${marks.doing.join('|')})\\b`, 'i')
/** How much of what such a heading has of a question counts where it is asked what that is. */
const BESIDE_MEANING = 0.5

const tellsHow = (heading: string): boolean => TELLS_HOW.test(plainTitle(heading))

/** Measures what heads a sentence: an entry of that name, the document itself, what is compared, an option. */
export function labelFeatures(question: Question, agrees: Agreement): (place: Labelled) => Features {
  const { kind, needs, text, several } = question
  const asksWhat = kind === 'definition'
  const agreement = (heading: string) => (asksWhat && tellsHow(heading) ? BESIDE_MEANING : 1) * agrees(heading)
  // Where several things are asked for, each item below the heading is of the answer.
  const isListed = (evidence: Evidence) => {
    const kind = several ? evidence.block?.kind : undefined
    return (kind === 'item' || kind === 'row') && !isOfFacts(evidence)
  }
  const names = headsAll(question)
  const compares = kind === 'comparison'
  const options = optionsIn(text)
  const joined = joinedIn(question)
  const typed = identifiersIn(text)
  const opensOutright = outright(question)
  return ({ evidence, label, begins, isOfSubject }) => {
    const { quote } = evidence
    const under = opensUnder(evidence)
    const opens = begins || under.length > 0
    const isAside = (TURNS_OFF.test(label) || SETTING.test(label)) && !text.includes(label)
    const named = Math.max(...namesIn(label).map(agreement))
    const defines = Math.max(definitionIn(needs.fits(quote)), Number(opens) * named)
    return {
      /** Begins a section or an entry whose heading is asked for. */
      entry: headingFit(begins || isListed(evidence) ? [label, ...under] : under, agreement),
      /** Says what the subject is, where that is asked: by itself, or as what explains the term that is the subject. */
      defines: asksWhat ? defines : 0,
      /** Opens with what is asked for and nothing else, and says what it is: "A partial index is …". */
      outright: Number(asksWhat && opensOutright(quote)),
      /** Begins the document that is called what is asked for. */
      introduces: Number(asksWhat && isOfSubject && !tellsHow(evidence.document.title) && introduces(evidence)),
      /** Stands where all that is compared is named together, and begins there. */
      sides: compares && names(label) ? (opens ? 1 : FURTHER_DOWN) : 0,
      /** Is about a setting's name, or an option that turns something off, where a way is asked for. */
      aside: Number(kind === 'how' && isAside),
      /** Stands under a name in a program that the question writes, and best begins there: "bodyLimit"; not under the title. */
      typed: typed.test(label) && !typed.test(evidence.document.title) ? (opens ? 1 : FURTHER_DOWN) : 0,
      /** Is about what is called by two words of the question in one, or mentions it: "bodyLimit" for "body limit". */
      joined: joined.test(label) ? 1 : MENTIONED * Number(joined.test(quote)),
      /** Is about an option of a command that the question names as it is typed, or mentions it. */
      option: options.test(label) ? 1 : MENTIONED * Number(options.test(quote)),
    }
  }
}

const IS =
  /^(.{1,80}?)\s+(?:(?:is|are)\s+(?:an?|the|any|called|used)|provides?\s+(?:an?|the)\s+(?:means|mechanism|method|way))\b/iu

/** Tells whether a sentence begins with all terms of a question, and no other, and says what that is. */
function outright({ goal, text, phrases }: Question): (quote: string) => boolean {
  const asked = goal.terms(text).flatMap(({ term }) => (goal.weights.has(term) ? [term] : []))
  return (quote) => {
    const [, begun = ''] = IS.exec(quote) ?? []
    const all = goal.terms(begun)
    const written = ` ${all.map(({ term }) => term).join(' ')} `
    if (!phrases.every((phrase) => written.includes(` ${phrase} `))) return false
    const held = contentIn(all)
    return held.size > 0 && asked.every((term) => held.has(term)) && [...held].every((term) => goal.weights.has(term))
  }
}

/** Of where things are compared, what is no beginning says less of the whole. */
const FURTHER_DOWN = 0.5

/** What only names the subject defines nothing. */
const definitionIn = (fits: number) => (fits < 1 / 2 ? 0 : fits)

/** What a heading calls its subject: "Logical volumes (LVM)" has two names for it. */
function namesIn(heading: string): string[] {
  const [, name = '', other = ''] = /^(.+?)\s*\(([^)]+)\)\s*$/.exec(heading) ?? []
  return [heading, name, other]
}

/** Whether a sentence begins what a document says of itself. */
function introduces({ document, block, start }: Evidence): boolean {
  const first = introductionOf(document)
  return first !== undefined && block?.start === first.start && start - first.start < LONGEST_MARKER
}

/** An option as it is typed: "-z", which is not "-Z", or "--since". */
const OPTION = /(?<![\p{L}\p{N}_-])--?[\p{L}\p{N}][\p{L}\p{N}_-]*/gu
/** Without the beginning it would be tried at each character. */
const NOTHING = /^(?!)/
/** What only mentions an option is rarely what explains it. */
const MENTIONED = 0.4

function optionsIn(text: string): RegExp {
  const options = text.match(OPTION)
  return options ? new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${options.join('|')})(?![\\p{L}\\p{N}_-])`, 'u') : NOTHING
}

/** A shorter word stands before or in others by chance. */
const SHORTEST_JOINED = 3

/** Neighbouring words of a question as programs write them in one: "bodyLimit", "body_limit", "--body-limit". */
function joinedIn({ pairs, words, text }: Question): Pick<RegExp, 'test'> {
  const names = pairs.flatMap(({ one, other, apart }) => {
    const [first = '', second = ''] = [words.get(one), words.get(other)]
    const isTold =
      apart === 1 && Math.min(first.length, second.length) >= SHORTEST_JOINED && text.includes(`${first} ${second}`)
    return isTold ? [`${escaped(first)}[-_.]?${escaped(second)}`] : []
  })
  if (names.length === 0) return NOTHING
  let whole: RegExp | undefined
  const isWhole = (text: string) => {
    whole ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
    return whole.test(text)
  }
  // Nearly all texts hold none of them, which is seen in a twentieth of the time without regard to letters beside or case.
  const rough = new RegExp(names.join('|').toLowerCase())
  return { test: (text) => rough.test(text.toLowerCase()) && isWhole(text) }
}

/** A name as only programs have it: "bodyLimit", "work_mem", "server.listen", or behind the sign of a variable: "$sort". */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_.$-])[\p{L}$][\p{L}\p{N}$]*(?:(?<=\p{Ll})\p{Lu}|[_.](?=[\p{L}\p{N}]))[\p{L}\p{N}_.$]*(?<![.])/gu

/**
 * What is called so is a product: "Node.js", "TypeScript", whose section tells of all that concerns it. Counted on 720
 * questions about manuals: where no name with a capital at the beginning is taken for one in a program, two more are
 * answered and none fewer.
 */
const PRODUCT = /^\p{Lu}(?:\p{L}*\.js|[\p{L}\p{N}]*)$/u

const VARIABLE = /(?<=(?:^|\s)\$)\p{L}[\p{L}\p{N}_]+/gu

function identifiersIn(text: string): RegExp {
  const found = [...(text.match(IDENTIFIER) ?? []), ...(text.match(VARIABLE) ?? [])]
  const names = found.filter((name) => !PRODUCT.test(name)).map(escaped)
  return names.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`, 'u') : NOTHING
}
