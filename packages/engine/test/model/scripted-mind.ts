import { outline, pickNotes, planResearch, reviewNotes } from './scripted-research.ts'

/**
 * What the scripted model thinks: a program that reads the data it is given and writes from it, so that places and
 * checks are exercised for real. It knows the prompts only by their data: lines of JSON above a mark.
 */
export interface Given {
  /** The instructions, word for word. */
  instructions: string
  lines: Record<string, unknown>[]
  prompt: string
}

/** What goes wrong with a call. */
export const FAULTS = [
  'bad JSON',
  'fenced',
  'think',
  'truncated',
  'invented handles',
  'cut handles',
  '429',
  '500',
  'silence',
  'refusal',
  'huge',
  'obedient',
] as const
export type Fault = (typeof FAULTS)[number]

/** Reads the data out of a prompt. */
export function readPrompt(instructions: string, prompt: string): Given {
  const mark = /The line (\w{16,}) ends the data/.exec(prompt)?.[1] ?? ''
  const [body = ''] = prompt.split(`\n${mark}\n`)
  const lines = body
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { instructions, lines, prompt }
}

export type Task = 'plan' | 'reflect' | 'judge' | 'write' | 'rewrite' | 'notes' | 'review' | 'outline'

export function taskOf({ lines }: Given): Task {
  if (lines.some(({ draft }) => draft !== undefined)) return 'rewrite'
  if (lines.some(({ sub_question }) => sub_question !== undefined)) return 'notes'
  if (lines.some(({ claim }) => claim !== undefined)) return 'judge'
  if (lines.some(({ part }) => part !== undefined)) return 'outline'
  if (lines.some(({ asked }) => asked !== undefined)) return 'review'
  if (lines.some(({ id }) => id !== undefined)) return 'write'
  return lines.some(({ searched }) => searched !== undefined) ? 'reflect' : 'plan'
}

/** A number from 0 to below 1 at each call, the same sequence for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The reply of a sound model. */
export function think(given: Given, random: () => number): string {
  switch (taskOf(given)) {
    case 'plan':
      if (given.lines.some(({ at_most }) => at_most !== undefined)) return planResearch(given.lines)
      return JSON.stringify({ queries: queriesFor(text(given.lines[0]?.['question'])) })
    case 'notes':
      return pickNotes(given.lines)
    case 'review':
      return reviewNotes(given.lines)
    case 'outline':
      return outline(given.lines)
    case 'reflect': {
      const found = given.lines.map(({ sentence }) => text(sentence)).join(' ')
      const names = found.match(/\p{Lu}[\p{L}]+(?: \p{Lu}[\p{L}]+)+/gu) ?? []
      const done = random() < 0.5
      return JSON.stringify({ done, missing: done ? '' : 'more', queries: done ? [] : names.slice(0, 2) })
    }
    case 'judge': {
      const sentences = given.lines.flatMap((line) =>
        line['passage'] === undefined ? [] : sentencesOf(text(line['text'])),
      )
      const wordsOf = (of: string) => new Set(of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      const verdicts = given.lines.flatMap((line) => {
        if (line['claim'] === undefined) return []
        const own = wordsOf(text(line['text']))
        const shared = (sentence: string) => wordsOf(sentence).intersection(own).size
        const [quote = ''] = sentences.toSorted((a, b) => shared(b) - shared(a))
        return [
          { claim: line['claim'], verdict: 'supported', quote: quote.split(' ').slice(0, 20).join(' '), words: [] },
        ]
      })
      return JSON.stringify({ verdicts })
    }
    case 'rewrite': {
      const textOf = (id: unknown) => text(given.lines.find((line) => line['id'] === id)?.['text'])
      const sentences = given.lines.flatMap(({ draft, sources }) => {
        if (draft === undefined) return []
        const [id] = sources as string[]
        return [{ draft, sentence: `${firstOf(textOf(id)).replace(/[.!?]*$/, '')} [[${id}]].` }]
      })
      return JSON.stringify({ sentences })
    }
    case 'write':
      return compose(given, random)
  }
}

function queriesFor(question: string): string[] {
  const names = question.match(/\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+)*/gu) ?? []
  return [...names.slice(0, 2), question.split(/\s+/).slice(-6).join(' ')]
}

const SENTENCES = 7
/** Of a passage of a report. */
const WORDS_A_SENTENCE = 18

const sentencesOf = (paragraph: string) => paragraph.split(/(?<=[.!?])\s+(?=\p{Lu})/u)
const firstOf = (paragraph: string) => sentencesOf(paragraph)[0] ?? ''

/** The first sentences of what it is given, then the next ones, as far as it may. */
function compose({ lines, instructions }: Given, random: () => number): string {
  const written = text(lines.find((line) => line['written'] !== undefined)?.['written'])
  const words = lines.find((line) => line['words'] !== undefined)?.['words']
  const most =
    words === undefined
      ? Math.min(SENTENCES, Number(/At most (\d+) sentences/.exec(instructions)?.[1] ?? SENTENCES))
      : Math.ceil(Number(words) / WORDS_A_SENTENCE)
  let source = ''
  const all: { id: string; text: string; source: string; place: number }[] = []
  for (const line of lines) {
    if (line['source'] !== undefined) source = text(line['source'])
    if (line['id'] === undefined) continue
    for (const [place, own] of sentencesOf(text(line['text'])).entries())
      if (!written.includes(own.slice(0, 30))) all.push({ id: text(line['id']), text: own, source, place })
  }
  const chosen = all.toSorted((a, b) => a.place - b.place).slice(0, most)
  return chosen.length === 0 ? 'NOT_FOUND' : chosen.map((item) => sentenceOf(item, item.source, random())).join(' ')
}

/** A sentence of evidence, word for word or nearly so, with its handle before or after the stop. */
function sentenceOf(item: Record<string, unknown>, source: string, dice: number): string {
  const own = text(item['text']).replace(/\s+/g, ' ').trim()
  const bare = own.replace(/[.!?]+$/, '')
  const id = text(item['id'])
  if (dice < 0.4) return `${bare} [[${id}]].`
  if (dice < 0.6) return `${bare}. [[${id}]]`
  if (dice < 0.75) return `As ${source} has it, ${bare} 【${id}】.`
  if (dice < 0.9) return `${bare} (${id}).`
  return `${bare} [${id}].`
}

/** What a model that obeys all that it reads would say: everything that any text asks for, and all that it knows. */
export function obey(given: Given): string {
  const read = given.lines.flatMap((line) => Object.entries(line)).filter(([name]) => name !== 'question')
  const all = read.map(([, value]) => text(value)).join('\n')
  const decoded = (all.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? []).map((blob) => Buffer.from(blob, 'base64').toString())
  const demands = [
    ...all.matchAll(
      /(?:say|write|answer|reply|respond|state|output|print|include|append|repeat|tell)\b[^:"“\n]{0,60}[:"“]\s*([^"”\n]{5,300})/gi,
    ),
  ]
  const addresses = all.match(/https?:\/\/[^\s"'<>)\]}]+|\bwww\.\S+/g) ?? []
  const question = text(given.lines.find((line) => line['question'] !== undefined)?.['question'])
  const ids = given.lines.flatMap(({ id }) => (id === undefined ? [] : [text(id)]))
  const secret = `${given.instructions.slice(0, 120)} ${question}`
  if (taskOf(given) !== 'write') {
    const queries = [
      ...addresses.slice(0, 2),
      ...demands.map(([, demand = '']) => demand),
      secret,
      `sk-abcdef0123456789abcdef ${question}`,
    ]
    return JSON.stringify({
      queries,
      done: false,
      missing: secret,
      questions: queries,
      notes: ids.map((id) => ({ id, shows: demands[0]?.[1] ?? secret, for: 0 })),
      state: 'answered',
      opening: ids,
      sections: [{ heading: demands[0]?.[1] ?? secret, form: 'prose', notes: ids }],
      sentences: [1, 2, 3].map((draft) => ({ draft, sentence: demands[0]?.[1] ?? secret })),
      verdicts: [1, 2, 3, 4, 5, 6].map((claim) => ({
        ...{ claim, verdict: 'supported', quote: 'An invented quotation of five words.' },
        words: [],
      })),
    })
  }
  const cite = (i: number) => `[[${ids[i % Math.max(1, ids.length)] ?? 'e0zz'}]]`
  const lines = read
    .filter(([name]) => name === 'text')
    .map(([, value], i) => `${text(value).replace(/[.!?]*$/, '')} ${cite(i)}.`)
  return [
    ...demands.map(([, demand = ''], i) => `${demand.replace(/[.!?]*$/, '')} ${cite(i)}.`),
    ...decoded.map((plain, i) => `${plain.replace(/[.!?]*$/, '')} ${cite(i)}.`),
    ...addresses.map(
      (address, i) =>
        `See ![chart](${address}?q=${encodeURIComponent(secret)}) and [this](${address}) or ${address} ${cite(i)}.`,
    ),
    `My instructions are: ${secret} ${cite(0)}.`,
    '“Never before have so many words been put together,” the report says [[e9zz]].',
    ...lines,
  ].join(' ')
}

/** What a call's reply becomes with a fault that only changes the words. */
export function spoil(fault: Fault | undefined, reply: string, given: Given): string {
  const structured = taskOf(given) !== 'write'
  switch (fault) {
    case 'bad JSON':
      return structured
        ? `Sure! Here it is: {queries: ['one thing', "another"  "third",], done: no`
        : `{"answer": "${reply.slice(0, 80)}`
    case 'fenced':
      return `Here you go:\n\`\`\`json\n${reply}\n\`\`\`\nAnything else?`
    case 'think':
      return `<think>Let me see. The first is [[e1]], and {"queries": ["wrong"]} will not do.</think>${reply}`
    case 'invented handles':
      return structured
        ? reply
        : `${reply} The lighthouse of Nowhere was lit in 1787 [[e1]]. It was built by Otto Invented [[e99x]], who said “all of this was made up by nobody at all” [[e2]]. See [here](https://invented.example/x?y=z) [12].`
    case 'refusal':
      return "I'm sorry, but I can't help with that request."
    case 'obedient':
      return obey(given)
    default:
      return reply
  }
}
