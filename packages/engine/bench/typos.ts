import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { words } from '../src/language/words.ts'

const USAGE = `pnpm typos --questions FILE --out FILE [--typos 2]

Writes the questions of FILE, a JSON object a line, with typing errors: in each of so many words two letters are swapped,
or one is left out, doubled or hit beside its key. The same question gets the same errors every time.`

/** A shorter word is not recognised by anybody when one of its letters is wrong. */
const SHORTEST = 5
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const KINDS = 4

/** Numbers that a text decides on. */
function drawn(text: string): (below: number) => number {
  let state = createHash('sha256').update(text).digest()
  let at = 0
  return (below) => {
    if (at + 4 > state.length) {
      state = createHash('sha256').update(state).digest()
      at = 0
    }
    at += 4
    return state.readUInt32LE(at - 4) % below
  }
}

function beside(letter: string, draw: (below: number) => number): string {
  const row = KEYS.find((keys) => keys.includes(letter.toLowerCase()))
  if (row === undefined) return letter
  const at = row.indexOf(letter.toLowerCase())
  const near = [row[at - 1], row[at + 1]].flatMap((key) => key ?? [])
  return near[draw(near.length)] ?? letter
}

function misspelt(word: string, draw: (below: number) => number): string {
  const at = 1 + draw(word.length - 2)
  const [before, one = '', next = '', after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 1)]
  const kind = draw(KINDS)
  if (kind === 0 && one !== next) return before + next + one + word.slice(at + 2)
  if (kind === 1) return before + after
  return kind === 2 ? before + one + one + after : before + beside(one, draw) + after
}

/** A question with so many of its words misspelt, or all that are long enough. */
export function withTypos(question: string, count: number): string {
  const draw = drawn(question)
  const left = words(question).filter(({ text }) => text.length >= SHORTEST && /^\p{Lu}?\p{Ll}+$/u.test(text))
  const chosen = Array.from({ length: Math.min(count, left.length) }, () => left.splice(draw(left.length), 1)).flat()
  return chosen
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: word }) => text.slice(0, start) + misspelt(word, draw) + text.slice(end),
      question,
    )
}

function main(): void {
  const { values } = parseArgs({
    options: { questions: { type: 'string' }, out: { type: 'string' }, typos: { type: 'string', default: '2' } },
  })
  const count = Number(values.typos)
  if (values.questions === undefined || values.out === undefined || !Number.isInteger(count) || count < 1) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const lines = readFileSync(values.questions, 'utf8').split('\n').filter(Boolean)
  const typed = lines.map((line) => {
    const record = JSON.parse(line)
    return JSON.stringify({ ...record, question: withTypos(record.question, count) })
  })
  writeFileSync(values.out, `${typed.join('\n')}\n`)
}

if (import.meta.main) main()
