import type { Quotation } from '#evidence/ledger.ts'
import type { Compared } from '#question/compared.ts'
import { coverage, type TermWeights } from '#question/weights.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { plainTitle } from './lead-label.ts'
import { openingOf } from './quote-block.ts'
import { entryFirst, isUnderSame, sectionFrom } from './section-blocks.ts'
import { behindFacts } from './unasked-facts.ts'

/** A shorter name stands in others by chance. */
const SHORTEST_NAME = 2
/** Blocks of a document that are looked through: of a longer one no more, so that a question costs the same. */
const MOST_BLOCKS = 20_000
const NONE: ReadonlySet<string> = new Set()
const LETTER = /[\p{L}\p{N}_-]/u
/** A heading that holds less of what a thing is called, by weight, is of another thing. */
const CALLED_SO = 0.5

/** An option as it is typed. */
const OPTION = /(?:^|[\s`])(--?[\p{L}\p{N}][\p{L}\p{N}_-]*)/u

/** The heading of a section on one function: "get(path, options)". */
const CALL = /^`?[\p{L}_$][\p{L}\p{N}_$.]*\(/u

type Side = Pick<Compared, 'name' | 'terms'>

/** What explains something, and how well it is called that. */
interface Found {
  quotation: Quotation
  fit: number
}

/** Where explanations are looked for. */
interface Searched {
  documents: readonly SourceDocument[]
  /** Also in sections that are called so, not in entries alone. */
  ofSections: boolean
  /** The terms of a title that carry meaning. */
  contentOf: (title: string) => ReadonlySet<string>
}

/**
 * What opens the entry or the section that explains each of some things compared; undefined where there is none. All are
 * taken from one document where one has all.
 */
export function definitionsOf(
  sides: readonly Side[],
  weights: TermWeights,
  searched: Searched,
): (Quotation | undefined)[] {
  let best: (Found | undefined)[] = sides.map(() => undefined)
  for (const document of searched.documents) {
    const found = definitionsIn(sides, weights, document, searched)
    if (found.every((each) => each !== undefined)) return found.map((each) => each?.quotation)
    best = best.map((known, at) => ((found[at]?.fit ?? 0) > (known?.fit ?? 0) ? found[at] : known))
  }
  return best.map((each) => each?.quotation)
}

function definitionsIn(
  sides: readonly Side[],
  weights: TermWeights,
  document: SourceDocument,
  { ofSections, contentOf }: Searched,
): (Found | undefined)[] {
  const { blocks } = document
  const best: (Found | undefined)[] = sides.map(() => undefined)
  let last: string | undefined
  for (let at = 0; blocks !== undefined && at < Math.min(blocks.length, MOST_BLOCKS); at += 1) {
    const block = blocks.at(at)
    const title = block?.path.at(-1)
    if (block === undefined || title === undefined || title === last || block.kind === 'heading') continue
    last = title
    const isEntry = entryFirst(blocks, at) === at
    const isSection = ofSections && title !== document.title && blocks.at(at - 1)?.kind === 'heading'
    if (!isEntry && !isSection) continue
    const names = isEntry || CALL.test(title) ? namesIn(title) : []
    const held = isEntry ? NONE : contentOf(plainTitle(title))
    const shares = isEntry ? [] : sharesOf(sides, held, weights)
    const fits = sides.map(({ name }) => Math.max(0, ...names.map((each) => nameFit(name, each))))
    for (const [side, own] of fits.entries()) {
      // What both are called by tells nothing of either: "git" of "git log -S" and "git log -G".
      const named = fits.some((other, at) => at !== side && other === own) ? 0 : own
      const headed = (shares[side] ?? 0) / (1 + held.size)
      // An entry of a name explains it better than a section that is called so among others.
      const fit = named + headed
      if (fit <= (best[side]?.fit ?? 0)) continue
      const quotation = openingOf(document, told(document, blocks, at, block), 0)
      // An item of a list that names it alone is no explanation.
      if (quotation && quotation.quote.replaceAll('`', '') !== title) best[side] = { quotation, fit }
    }
  }
  return best
}

/** The block of an entry that says what it is: behind lines such as "Type: number", unless it has no other. */
function told(document: SourceDocument, blocks: BlockList, at: number, own: Block): Block {
  const under = sectionFrom(blocks, at).filter((block) => isUnderSame(own, block)).length
  return blocks.at(behindFacts({ document }, blocks, at, at + under - 1)) ?? own
}

/** How much of what each thing is called a heading holds, by weight: nothing of what another thing is called as well. */
function sharesOf(sides: readonly Side[], held: ReadonlySet<string>, weights: TermWeights): number[] {
  const shares = sides.map(({ terms }) => {
    const own = new Map([...terms].map((term) => [term, weights.get(term) ?? 0]))
    return coverage(held.intersection(terms), own)
  })
  return shares.map((share, at) => {
    const isMost = shares.every((other, place) => place === at || other < share)
    return isMost && share >= CALLED_SO ? share : 0
  })
}

/** The names in a title, without what stands behind them: "-o, --output <file>" has two. */
function namesIn(title: string): string[] {
  return title.split(/,\s+/).map((part) =>
    part
      .replaceAll('`', '')
      .replace(/(?:\s|(?<=[\p{L}\p{N}])[[=<(]).*$/u, '')
      .trim(),
  )
}

/** What is written as it is asked for comes before what differs in capitals: "-X" is no "-x". */
const OF_OTHER_CASE = 0.9

/** How well a name is that of a thing compared, its first or its last words, or all of them: 0 where it is not. */
function nameFit(compared: string, name: string): number {
  // Of "git log -S" it is the option that is compared.
  const [, option] = OPTION.exec(compared) ?? []
  if (option !== undefined) return name === option ? name.length : 0
  const plain = compared.replaceAll('`', '').trim()
  if (isNamed(plain, name)) return name.length
  return isNamed(folded(plain), folded(name)) ? OF_OTHER_CASE * name.length : 0
}

/** "RAID 5" is "raid-5"; the hyphens that an option begins with stay. */
const folded = (name: string) => name.toLowerCase().replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')

function isNamed(plain: string, wanted: string): boolean {
  if (wanted.length < SHORTEST_NAME) return plain === wanted && wanted !== ''
  const isApart = (beside: string | undefined) => beside === undefined || !LETTER.test(beside)
  if (plain.startsWith(wanted) && isApart(plain[wanted.length])) return true
  return plain.endsWith(wanted) && isApart(plain.at(-wanted.length - 1))
}
