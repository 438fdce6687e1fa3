/** How the scripted model researches: it plans, picks, weighs and outlines by rules, from the data alone. */
type Lines = readonly Record<string, unknown>[]

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const fieldOf = (lines: Lines, name: string) => lines.map((line) => line[name]).find((value) => value !== undefined)

const NAME =
  /\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}\. )*(?:(?:of|the|de|von|van|ten|bin) ){0,2}\p{Lu}[\p{L}\p{N}'’&-]*)*/gu
const COMMON = new Set(
  'a an the and or but of on in at to by for as is it its i we he she they you my our his her their your this that these those there here what which who whom when where why how if so no not all any each only does did with from into about than then them have been was were will would could should most more some such also after before between under against during since until upon while because both same other one two first last next new many much very can may must shall do up out over'.split(
    ' ',
  ),
)
/** What a question says of its answer, and not of its subject. */
const ASKING = new Set(
  'according report reported reports article articles say said says tell told find found whether'.split(' '),
)

/** The words of a text that say something, cut so that inflections are alike. */
function stems(of: string): Set<string> {
  const words = of.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word) && !ASKING.has(word)).map((word) => word.slice(0, 6)))
}

/** Names of so many things that they tell none apart. */
const GENERAL = new Set(
  'government congress president presidents state states union administration secretary department nation senate house republic act america american americans ceo january february march april may june july august september october november december'.split(
    ' ',
  ),
)

function namesIn(of: string): string[] {
  const bare = (of.match(NAME) ?? []).map((name) => {
    const words = name.replace(/['’]s$|[.’']+$/gu, '').split(' ')
    const first = words.findIndex((word) => !COMMON.has(word.toLowerCase()))
    return first < 0 ? '' : words.slice(first).join(' ')
  })
  return [...new Set(bare)].filter((name) => name.length > 1 && !GENERAL.has(name.toLowerCase()))
}

/** Sides from which a subject is looked at, and by what words a sentence shows that it tells of one. */
const SIDES: readonly { side: string; told: RegExp }[] = [
  {
    side: 'How did it come about',
    told: /\b(?:because|since|began|begun|first|origin|after|passed|agreed|signed|due to)\b/i,
  },
  {
    side: 'Who is affected',
    told: /\b(?:people|workers?|famil|citizens?|users?|consumers?|players?|fans?|compan|farmers?|soldiers?|settlers?|investors?|taxpayers?|men|women|children)/i,
  },
  {
    side: 'What are the figures',
    told: /[$£€]\d|\d(?:[\d,.]*)\s?(?:%|per ?cent|million|billion|thousand|dollars|miles|tons|men|acres|years|people|points|games|goals)/i,
  },
  {
    side: 'What do critics say',
    told: /\b(?:against|oppos|critic|object(?:ed|ion)|condemn|protest|denounc|unjust|unwise|wrong|evil|danger|fail|burden|mistake|abuse|threat|harm|concern|accus|complain|blam|backlash|reject)/i,
  },
  { side: 'What comes next', told: /\b(?:will|shall|next|future|plans?|expect|hope|propose|recommend)/i },
]

/** Names that stand in what several sources say, in few enough of them to tell something apart; the commonest first. */
function namesOfSeveral(said: readonly string[], known: string): string[] {
  const counts = new Map<string, number>()
  for (const one of said)
    for (const name of new Set(namesIn(one.slice(1)))) counts.set(name, (counts.get(name) ?? 0) + 1)
  const all = said.join(' ')
  const isWord = (name: string) => !name.includes(' ') && all.includes(name.toLowerCase())
  const telling = [...counts].filter(
    ([name, count]) => count > 1 && 2 * count <= said.length && !known.includes(name) && !isWord(name),
  )
  return telling.sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

/** Sub-questions on what several sources name. */
const MOST_NAMES = 2

/** A sub-question for each name of the question, for sources whose titles are of it, for what they name, and for each side. */
export function planResearch(lines: Lines): string {
  const question = text(fieldOf(lines, 'question'))
  const most = Number(fieldOf(lines, 'at_most'))
  const subject = question.replace(/[?.!]+$/, '')
  const asked = stems(question)
  const names = namesIn(question.slice(1))
  const titles = lines
    .map((line) => text(line['title']))
    .filter(
      (title) =>
        !/\d/.test(title) && (stems(title).intersection(asked).size > 2 || names.some((name) => title.includes(name))),
    )
  const said = lines.map((line) => text(line['says'])).filter((one) => one !== '')
  const questions = [
    { question, answered_by: 'the sources themselves', queries: [subject] },
    ...names.map((name) => ({
      question: `What is known of ${name}?`,
      answered_by: `what sources say of ${name}`,
      queries: [`${name} ${[...asked].slice(0, 2).join(' ')}`],
    })),
    ...titles
      .slice(0, MOST_NAMES)
      .map((title) => ({ question: `What is told of ${title}?`, answered_by: '', queries: [title] })),
    ...namesOfSeveral(said, question)
      .slice(0, MOST_NAMES)
      .map((name) => ({ question: `${name}: ${subject}?`, answered_by: '', queries: [`${name} ${subject}`] })),
    ...SIDES.map(({ side }) => ({ question: `${side}: ${subject}?`, answered_by: '', queries: [subject] })),
  ]
  return JSON.stringify({ brief: `What the sources say of: ${subject}`, questions: questions.slice(0, most) })
}

/** "a Forbes article", "a Sports Illustrated report": words of which a source is asked for by its name. */
const OUTLET = /\b(?:a|an|the) (\p{Lu}[\p{L}]*(?: \p{Lu}[\p{L}]*)*) (?:article|report|piece|story)\b/gu

/** "before the Civil War": it only tells when. */
const TIME = /\b(?:before|after|since|until|during) (?:the )?\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*/gu

/** Whether all names of the question stand in what is shown, those of outlets in what is told of the sources. */
function namesAreThere(lines: Lines): boolean {
  const question = text(fieldOf(lines, 'question'))
  // What sources tell of without its name is not named in them.
  const others = new Set((fieldOf(lines, 'also_told_by') ?? []) as string[])
  const isToldOtherwise = (name: string) => name.split(' ').every((word) => others.has(word))
  const names = namesIn(question.slice(1).replace(TIME, ' ')).filter((name) => !isToldOtherwise(name))
  const sources = JSON.stringify(lines.filter((line) => 'source' in line))
  if ([...question.matchAll(OUTLET)].some(([, outlet = '']) => !sources.includes(outlet))) return false
  const shown = JSON.stringify(lines.filter((line) => !('question' in line) && !('sub_question' in line)))
  const missing = names.filter((name) => !shown.includes(name.replace(/^The /, '')))
  return missing.length === 0
}

/** Notes of one reading. */
const MOST_NOTES = 18

/** A question of fewer telling words is told of wherever one of them stands. */
const FEW_STEMS = 4

/** … of one source. */
const MOST_OF_A_SOURCE = 4

/** It points at something that was said before it. */
const POINTS_BACK =
  /^["“(]*(?:and|but|or|so|yet|it|its|this|that|these|those|he|she|they|his|her|their|such|both|here|there)\b/i

/**
 * Sentences that share two words with the sub-question, its only one, or one with it and one with the question; of a side
 * of the subject those that tell of it.
 */
export function pickNotes(lines: Lines): string {
  const asked = text(fieldOf(lines, 'sub_question'))
  const told = SIDES.find(({ side }) => asked.startsWith(side))?.told
  const others = (fieldOf(lines, 'also_told_by') ?? []) as string[]
  const sub = stems([asked, ...others].join(' '))
  const whole = stems([text(fieldOf(lines, 'question')).replace(TIME, ' '), ...others].join(' '))
  let source = new Set<string>()
  let before = new Set<string>()
  const picked: { id: string; shows: string; shared: number; of: Set<string> }[] = []
  for (const line of lines) {
    if (line['source'] !== undefined) {
      source = stems(Object.values(line).flat().join(' '))
      before = new Set()
    }
    if (line['id'] === undefined) continue
    const own = stems(text(line['text']))
    // What the sentence before it names is not named again.
    const context = own.union(source).union(before)
    before = own
    const shared = own.intersection(sub).size
    const near = context.intersection(sub.union(whole)).size
    // Of a side of the subject only what speaks of the subject itself tells.
    const isOfSide = told === undefined || (told.test(text(line['text'])) && own.intersection(whole).size > 0)
    if (shared > 0 && isOfSide && (near > 1 || whole.size < FEW_STEMS) && text(line['text']).split(/\s+/).length > 5)
      picked.push({
        id: text(line['id']),
        shows: text(line['text']).split(/\s+/).slice(0, 18).join(' '),
        shared: POINTS_BACK.test(text(line['text'])) ? near / 2 : near,
        of: source,
      })
  }
  const isWhole = fieldOf(lines, 'sub_question') === fieldOf(lines, 'question')
  const best = picked.toSorted((a, b) => b.shared - a.shared)
  const ofEach = best.filter((note) => best.filter(({ of }) => of === note.of).indexOf(note) < MOST_OF_A_SOURCE)
  const notes = isWhole && !namesAreThere(lines) ? [] : ofEach.slice(0, MOST_NOTES)
  const state = notes.length > 3 ? 'answered' : notes.length > 0 ? 'thin' : 'not_found'
  const queries = state === 'answered' ? [] : namesIn(text(fieldOf(lines, 'sub_question'))).slice(0, 2)
  return JSON.stringify({
    notes: notes.map(({ id, shows }) => ({ id, shows })),
    contradictions: [],
    state,
    queries,
  })
}

/** Done where most is answered; else asks for the names that were noted most. */
export function reviewNotes(lines: Lines): string {
  const subs = lines.filter(({ asked }) => asked !== undefined)
  const answered = subs.filter(({ state }) => state === 'answered').length
  const whole = subs.find(({ asked }) => asked === fieldOf(lines, 'question'))
  const done = whole?.['state'] !== 'not_found' && 2 * answered >= subs.length
  const counts = new Map<string, number>()
  for (const { noted } of subs) for (const name of namesIn(text(noted))) counts.set(name, (counts.get(name) ?? 0) + 1)
  const asked = subs.map((line) => text(line['asked'])).join(' ')
  const names = [...counts].sort((a, b) => b[1] - a[1]).filter(([name]) => !asked.includes(name))
  const questions = done ? [] : names.slice(0, 2).map(([name]) => `What is known of ${name}?`)
  return JSON.stringify({ done, questions })
}

/** So many notes that write one name, or the same two words side by side, stand under it. */
const FEWEST_UNDER = 3
/** Sections under names and pairs of words. */
const MOST_UNDER = 5

/** Pairs of words that stand side by side and say something, as they are written. */
function pairsIn(of: string): string[] {
  const words = of.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const tells = (word = '') => word.length > 3 && /^\p{Ll}/u.test(word) && !COMMON.has(word) && !ASKING.has(word)
  return words.flatMap((word, i) => (tells(word) && tells(words[i + 1]) ? [`${word} ${words[i + 1]}`] : []))
}

/** Sections under what several notes name, those of each side of the subject, and what is told of the whole. */
export function outline(lines: Lines): string {
  const question = text(fieldOf(lines, 'question'))
  const asked = stems(question)
  const all = lines.filter(({ shows }) => shows !== undefined)
  const shown = (line: Lines[number]) => text(line['shows'])
  const counts = new Map<string, number>()
  for (const line of all)
    for (const one of new Set([...namesIn(shown(line).slice(1)), ...pairsIn(shown(line))]))
      counts.set(one, (counts.get(one) ?? 0) + 1)
  const general = stems([...GENERAL, 'united'].join(' '))
  const named = [...counts].filter(([one, count]) => {
    const own = stems(one).difference(general)
    return count >= FEWEST_UNDER && 2 * count <= all.length && own.size > 0 && own.difference(asked).size > 0
  })
  const left = new Set(all)
  const under = named
    .toSorted((a, b) => b[1] - a[1])
    .flatMap(([heading]) => {
      const own = [...left].filter((line) => shown(line).includes(heading))
      if (own.length < FEWEST_UNDER) return []
      for (const line of own) left.delete(line)
      return [{ heading, notes: own }]
    })
    .slice(0, MOST_UNDER)
  const rest = all.filter((line) => !under.some(({ notes }) => notes.includes(line)))
  const sides = SIDES.flatMap(({ side }) => {
    const own = rest.filter((line) => text(line['part']).startsWith(side))
    return own.length < FEWEST_UNDER ? [] : [{ heading: side, notes: own }]
  })
  const beside = rest.filter((line) => !sides.some(({ notes }) => notes.includes(line)))
  // A title says what is told under it.
  const titled = [...Map.groupBy(beside, (line) => text(line['part']))].flatMap(([part, notes]) => {
    const title = /^What is told of (.*?)[?.]*$/.exec(part)?.[1]
    return title === undefined || notes.length < FEWEST_UNDER ? [] : [{ heading: title, notes }]
  })
  const whole = beside.filter((line) => !titled.some(({ notes }) => notes.includes(line)))
  const sections = [{ heading: question, notes: whole }, ...titled, ...under, ...sides].map(({ heading, notes }) => ({
    heading,
    notes: notes.map((line) => text(line['id'])),
  }))
  return JSON.stringify({ sections })
}

/** Rows of a table. */
const MOST_ROWS = 4
const FEWEST_SHARED = 2

/** Rows of notes that share most words beside the things themselves, under the longest of these words. */
export function compare(lines: Lines): string {
  const things = fieldOf(lines, 'things') as string[]
  const ofThings = stems(things.join(' '))
  const isOfSources = /\b(?:according|report|article|coverage)/i.test(text(fieldOf(lines, 'question')))
  const notes = lines.filter(({ note }) => note !== undefined)
  const [first = [], ...others] = things.map((thing) => notes.filter(({ of }) => (of as string[]).includes(thing)))
  const general = stems([...GENERAL].join(' '))
  const telling = (line: Lines[number] | undefined) =>
    stems(text(line?.['note'])).difference(ofThings).difference(general)
  const rows: { aspect: string; cells: unknown[] }[] = []
  const taken = new Set<unknown>()
  const isFree = (line: Lines[number]) => !taken.has(line)
  for (let row = 0; row < MOST_ROWS; row += 1) {
    const sets = first.filter(isFree).map((line) => {
      const shared = (other: Lines[number]) => telling(line).intersection(telling(other)).size
      const partners = others.map(
        (own) => own.filter((other) => other !== line && isFree(other)).toSorted((a, b) => shared(b) - shared(a))[0],
      )
      const words = partners.reduce(
        (left, partner) => (partner ? left.intersection(telling(partner)) : left),
        telling(line),
      )
      return { cells: [line, ...partners], shared: partners.some(Boolean) ? words : new Set<string>() }
    })
    const [best] = sets.toSorted((a, b) => b.shared.size - a.shared.size)
    // Notes that share one word, or a name of many things, speak of nothing in common; what sources say stands by itself.
    if (!isOfSources && (best?.shared.size ?? 0) < FEWEST_SHARED) break
    const free = others.map((own) => own.find(isFree))
    if (!best && !free.some(Boolean)) break
    const { cells, shared } = best ?? { cells: [undefined, ...free], shared: new Set<string>() }
    for (const cell of cells) if (cell) taken.add(cell)
    const words = text(cells.find(Boolean)?.['note']).split(/[^\p{L}]+/u)
    const own = words.filter((word) => shared.size === 0 || shared.has(word.toLowerCase().slice(0, 6)))
    const [aspect = ''] = own.toSorted((a, b) => b.length - a.length)
    const told = cells.map((cell) => cell && { id: text(cell['id']), says: clauseOf(text(cell['note'])) })
    rows.push({ aspect, cells: told.map((cell) => cell ?? null) })
  }
  return JSON.stringify({ rows })
}

/** What a cell holds of a note: all of it, or where that was cut, its last whole clause. */
function clauseOf(note: string): string {
  if (!note.endsWith('…')) return note
  const at = Math.max(note.lastIndexOf('; '), note.lastIndexOf(', '))
  return at > 0 ? note.slice(0, at) : ''
}
