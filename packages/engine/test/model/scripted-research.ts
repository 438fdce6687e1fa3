/** How the scripted model researches: it plans, picks, weighs and outlines by rules, from the data alone. */
type Lines = readonly Record<string, unknown>[]

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const fieldOf = (lines: Lines, name: string) => lines.map((line) => line[name]).find((value) => value !== undefined)

const NAME = /\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}\. )*(?:(?:of|the|de|von) )?\p{Lu}[\p{L}\p{N}'’&-]*)*/gu
const COMMON = new Set(
  'what which who whom when where why how does did that this these those with from about into have been were will would could should their there they than then over most more some such also after before between under against according report reported reports article articles said says tell told find found whether both same other'.split(
    ' ',
  ),
)

/** The words of a text that say something, cut so that inflections are alike. */
function stems(of: string): Set<string> {
  const words = of.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, 6)))
}

function namesIn(of: string): string[] {
  const all = of.match(NAME) ?? []
  return [...new Set(all.map((name) => name.replace(/[.’']+$/, '')))].filter((name) => !COMMON.has(name.toLowerCase()))
}

const SIDES = [
  'How did it come about',
  'Who is affected',
  'What are the figures',
  'What do critics say',
  'What comes next',
]

/** A sub-question for each name of the question, then for each source that shares words with it, then for each side. */
export function planResearch(lines: Lines): string {
  const question = text(fieldOf(lines, 'question'))
  const most = Number(fieldOf(lines, 'at_most'))
  const subject = question.replace(/[?.!]+$/, '')
  const asked = stems(question)
  const titles = lines.map((line) => text(line['title'])).filter((title) => stems(title).intersection(asked).size > 0)
  const questions = [
    { question, answered_by: 'the sources themselves', queries: [subject] },
    ...namesIn(question.slice(1)).map((name) => ({
      question: `What is known of ${name}?`,
      answered_by: `what sources say of ${name}`,
      queries: [`${name} ${[...asked].slice(0, 2).join(' ')}`],
    })),
    ...titles.map((title) => ({ question: `What is told of ${title}?`, answered_by: '', queries: [title] })),
    ...SIDES.map((side) => ({ question: `${side}: ${subject}?`, answered_by: '', queries: [subject] })),
  ]
  return JSON.stringify({ brief: `What the sources say of: ${subject}`, questions: questions.slice(0, most) })
}

/** Whether all names of the question stand in what is shown. */
function namesAreThere(lines: Lines): boolean {
  const names = namesIn(text(fieldOf(lines, 'question')).slice(1))
  const shown = JSON.stringify(lines.filter((line) => !('question' in line) && !('sub_question' in line)))
  const missing = names.filter((name) => !shown.includes(name.replace(/^The /, '')))
  return missing.length === 0
}

/** Notes of one reading. */
const MOST_NOTES = 14

/** … of one source. */
const MOST_OF_A_SOURCE = 3

/** Sentences that share two words with the sub-question, its only one, or one with it and one with the question. */
export function pickNotes(lines: Lines): string {
  const sub = stems(text(fieldOf(lines, 'sub_question')))
  const whole = stems(text(fieldOf(lines, 'question')))
  let source = new Set<string>()
  const picked: { id: string; shows: string; shared: number; of: Set<string> }[] = []
  for (const line of lines) {
    if (line['source'] !== undefined) source = stems(Object.values(line).flat().join(' '))
    if (line['id'] === undefined) continue
    const own = stems(text(line['text']))
    const context = own.union(source)
    const shared = own.intersection(sub).size
    const near = context.intersection(sub.union(whole)).size
    if (shared > 0 && (near > 1 || sub.size === 1) && text(line['text']).split(/\s+/).length > 5)
      picked.push({
        id: text(line['id']),
        shows: text(line['text']).split(/\s+/).slice(0, 10).join(' '),
        shared: near,
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

/** A section for each sub-question that has notes. */
export function outline(lines: Lines): string {
  const bySub = Map.groupBy(
    lines.filter(({ shows }) => shows !== undefined),
    (line) => text(line['part']),
  )
  const sections = [...bySub].map(([part, notes]) => ({
    heading: part.replace(/^What is (?:known|told) of /, '').replace(/[?.!]+$/, ''),
    notes: notes.map((line) => text(line['id'])),
  }))
  return JSON.stringify({ sections })
}

/** Rows of the first words of a note of each thing, under the longest word of the first. */
export function compare(lines: Lines): string {
  const things = fieldOf(lines, 'things') as string[]
  const notes = lines.filter(({ note }) => note !== undefined)
  const rows = [0, 1, 2, 3].map((place) => {
    const own = things.map((thing) => notes.filter(({ of }) => (of as string[]).includes(thing))[place])
    const [longest = ''] = text(own.find((line) => line)?.['note'])
      .split(/[^\p{L}]+/u)
      .toSorted((a, b) => b.length - a.length)
    const cells = own.map(
      (line) => line && { id: text(line['id']), says: text(line['note']).split(' ').slice(0, 14).join(' ') },
    )
    return { aspect: longest, cells: cells.map((cell) => cell ?? null) }
  })
  return JSON.stringify({ rows })
}
