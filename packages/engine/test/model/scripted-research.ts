/** How the scripted model researches: it plans, picks, weighs and outlines by rules, from the data alone. */
type Lines = readonly Record<string, unknown>[]

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const fieldOf = (lines: Lines, name: string) => lines.map((line) => line[name]).find((value) => value !== undefined)

const NAME = /\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:(?:of|the|de|von) )?\p{Lu}[\p{L}\p{N}'’&-]*)*/gu
const COMMON = new Set(
  'a an the and or but of on in at to by for as is it its he she they his her their this that these those there here what which who whom when where why how if so no not all any each only does did do with from into about than then them have has had been was were are be will would could should most more some such also after before between under against during since until while because both same other one two first last next new many much very can may must'.split(
    ' ',
  ),
)

/** The words of a text that say something, cut so that inflections are alike. */
function stems(of: string): Set<string> {
  const words = of.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, 6)))
}

function namesIn(of: string): string[] {
  const bare = (of.match(NAME) ?? []).map((name) => name.replace(/['’]s$|[.’']+$/gu, ''))
  return [...new Set(bare)].filter((name) => name.length > 1 && !COMMON.has(name.toLowerCase()))
}

const SIDES = [
  'How did it come about',
  'Who is affected',
  'What are the figures',
  'What do critics say',
  'What comes next',
]

/** The question itself, what it names, and what its subject is looked at for. */
export function planResearch(lines: Lines): string {
  const question = text(fieldOf(lines, 'question'))
  const most = Number(fieldOf(lines, 'at_most'))
  const names = namesIn(question)
  const subject = names.at(-1) ?? question.split(/\s+/).slice(-3).join(' ')
  const questions = [
    { question, answered_by: 'what the sources say', queries: [question] },
    ...names.map((name) => ({
      question: `What is known of ${name}?`,
      answered_by: `what sources say of ${name}`,
      queries: [name],
    })),
    ...SIDES.map((side) => ({
      question: `${side}: ${subject}?`,
      answered_by: '',
      queries: [`${subject} ${side.split(' ').at(-1)}`],
    })),
  ]
  return JSON.stringify({
    brief: `What the sources say of: ${question}`,
    form: 'report',
    wanted: '',
    questions: questions.slice(0, most),
  })
}

const MOST_NOTES = 8

/** The paragraphs that share most words with the question and its part. */
export function pickNotes(lines: Lines): string {
  const asked = stems(`${text(fieldOf(lines, 'sub_question'))} ${text(fieldOf(lines, 'question'))}`)
  const shared = (line: Lines[number]) => stems(text(line['text'])).intersection(asked).size
  const notes = lines
    .filter((line) => line['id'] !== undefined && shared(line) > 0)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, MOST_NOTES)
    .map((line) => ({ id: line['id'], shows: text(line['text']).split(/(?<=[.!?])\s/)[0] ?? '', for: 0 }))
  return JSON.stringify({ notes, state: notes.length > 0 ? 'answered' : 'not_found', queries: [] })
}

export function reviewNotes(lines: Lines): string {
  const states = lines.flatMap(({ state }) => (state === undefined ? [] : [text(state)]))
  return JSON.stringify({ done: states.includes('answered'), questions: [] })
}

/** A section for each part, and the first note of each in the opening. */
export function outline(lines: Lines): string {
  const notes = lines.filter(({ id }) => id !== undefined)
  const byPart = [...Map.groupBy(notes, ({ part }) => text(part))]
  const sections = byPart.map(([part, own]) => ({ heading: part, form: 'prose', notes: own.map(({ id }) => id) }))
  return JSON.stringify({ opening: byPart.flatMap(([, own]) => own[0]?.['id'] ?? []), sections })
}
