import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Quotation } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, evidenceOf, quoted, written } from '../../test/quoted.ts'
import { answeringOf } from './answering.ts'
import { withoutTails } from './without-tails.ts'

const WHO = 'who lives with his two daughters in the white house beside the bridge and has a dog'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

## Keeper

The keeper, ${WHO}, opens the upper gate at dawn. The village is known for its bread. Children like it.

In spring his brother comes along:

- with a boat
- with a horse

## Smith

The smith likes to sit by the fire.

A gate was painted by the smith in a year of much rain.

## Way

The rope of the gate is pulled twice by the keeper, ${WHO}. Pass \`slow\` to the winch. The winch is old. The bell rings at --noon.

\`\`\`sh
winch slow
\`\`\`

The lake is blue.
`),
)

const library = memoryLibrary([
  document,
  ...Array.from({ length: 20 }, (_, i) => documentOf(`Other ${i}`, { text: `Roads of the town ${i}.`, blocks: [] })),
])
const origins = new Origins([])

/** What is left of passages behind one that begins with `lead`, of which `others` are so much less likely to open the answer. */
function left(
  text: string,
  [lead, ...others]: readonly string[],
  passages: readonly (readonly string[])[],
  asks = { asksForCode: false, asksForList: false },
  ahead = 0,
): string[] {
  const question = understand(text, { library, origins })
  const ranked = [lead, ...others].map((words, at) => ({
    evidence: evidenceOf(document, words ?? ''),
    odds: at === 0 ? 5 : 5 - ahead,
  }))
  const first = ranked[0]?.evidence as Quotation
  const all = passages.map((passage) => passage.map((words) => quoted(document, words)))
  return withoutTails(question, { ranked, answering: answeringOf(question) }, asks)(all, first).map(written)
}

const KEEPER = `The keeper, ${WHO}, opens the upper gate at dawn. The village is known for its bread. Children like it.`
const LEAD = `The keeper, ${WHO}, opens the upper gate at dawn.`
const BROTHER = ['In spring his brother comes along:', 'with a boat', 'with a horse']
const SMITH = 'The smith likes to sit by the fire.'

test('the last sentences behind the one that answers, and passages, that answer nothing are left out', () => {
  const asked = 'What does the keeper do at dawn with the upper gate?'
  expect(left(asked, [LEAD], [[KEEPER, ...BROTHER], [SMITH]])).toEqual([LEAD])
  expect(left(asked, [LEAD, 'Children like it.'], [[KEEPER, ...BROTHER], [SMITH]])).toEqual([KEEPER])
})

test('an answer that is short is left as it is', () => {
  const asked = 'What does the smith like?'
  expect(left(asked, [SMITH], [[SMITH, ...BROTHER]])[0]).toMatch(/horse$/)
})

test('what introduces a list stays with it where one is asked for', () => {
  const asked = 'What does the keeper do at dawn with the upper gate?'
  const list = { asksForCode: false, asksForList: true }
  expect(left(asked, [LEAD], [[KEEPER, ...BROTHER]], list)[0]).toMatch(/along:\n\n- with a boat\n- with a horse$/)
})

test('nothing is left out before the sentence that answers, nor where things are compared', () => {
  const [last] = ['Children like it.']
  expect(left('What do children like?', [last], [[KEEPER]])).toEqual([KEEPER])
  expect(left('How do the keeper and the smith differ?', [LEAD], [[KEEPER], [SMITH]])).toEqual([KEEPER, SMITH])
})

const ROPE = `The rope of the gate is pulled twice by the keeper, ${WHO}.`
const WAY = `${ROPE} Pass \`slow\` to the winch. The winch is old. The bell rings at --noon.`

test('steps stay where a way is asked for, up to the last one', () => {
  const code = { asksForCode: true, asksForList: false }
  const passage = [WAY, 'winch slow', 'The lake is blue.']
  const asked = 'How do I pull the rope of the gate twice?'
  expect(left(asked, [ROPE], [passage], code)[0]).toMatch(/--noon\.\n\n```sh\nwinch slow\n```$/)
  expect(left(asked, [ROPE], [[WAY]], code)).toEqual([WAY])
  expect(left('Which rope of the gate is pulled twice by the keeper?', [ROPE], [passage])).toEqual([ROPE])
})

test('a passage without code does not follow an answer on a way, unless it names an option', () => {
  const code = { asksForCode: true, asksForList: false }
  const asked = 'How do I pull the rope of the gate twice?'
  expect(left(asked, [ROPE, SMITH], [[ROPE], [SMITH]], code)).toEqual([ROPE])
  expect(left(asked, [ROPE, SMITH], [[ROPE], [SMITH]])).toEqual([ROPE, SMITH])
  const bell = 'The bell rings at --noon.'
  expect(left(asked, [ROPE, bell], [[ROPE], [bell]], code)).toEqual([ROPE, bell])
})

test('behind a passage beside the one that answers there is no other, but for a list, or code where that is asked for', () => {
  const asked = 'Who is the smith of the gate?'
  const painted = 'A gate was painted by the smith in a year of much rain.'
  const all = [[SMITH], [painted], [ROPE]]
  expect(left(asked, [SMITH, painted, ROPE], all)).toEqual([SMITH, painted])
  const list = { asksForCode: false, asksForList: true }
  expect(left(asked, [SMITH, painted, ROPE], all, list)).toHaveLength(2)
  expect(left(asked, [SMITH, painted, ROPE], [[SMITH], [painted], BROTHER], list)).toHaveLength(3)
  const way = [[SMITH], [painted], ['winch slow']]
  expect(left(asked, [SMITH, painted], way, { asksForCode: true, asksForList: false })[2]).toContain('winch slow')
})

test('a passage that is far less likely to open the answer is left out', () => {
  const asked = 'Who is the smith of the gate?'
  const painted = 'A gate was painted by the smith in a year of much rain.'
  const none = { asksForCode: false, asksForList: false }
  expect(left(asked, [SMITH, painted], [[SMITH], [painted]], none, 0.9)).toEqual([SMITH, painted])
  expect(left(asked, [SMITH, painted], [[SMITH], [painted]], none, 1.1)).toEqual([SMITH])
})

test('a sentence at the end that tells of another case is left out, however likely', () => {
  const lead = 'The gate of the lock is opened with the lever that is painted blue.'
  const other = 'To empty the lake, pull the rope.'
  const asked = 'How is the gate of the lock opened?'
  const own = 'To have the gate opened at night, ring.'
  const text = documentOf('Lock', readMarkdown(`# Lock\n\n## Gate\n\n${lead} ${own} ${other}\n`))
  const question = understand(asked, { library: memoryLibrary([text]), origins })
  const ranked = [lead, own, other].map((words) => ({ evidence: evidenceOf(text, words), odds: 5 }))
  const tails = withoutTails(
    question,
    { ranked, answering: answeringOf(question) },
    { asksForCode: true, asksForList: false },
  )
  const passage = [quoted(text, `${lead} ${own} ${other}`)]
  expect(tails([passage], quoted(text, lead)).map(written)).toEqual([`${lead} ${own}`])
})

test('behind the list that is asked for, and behind the code, no text goes on with something else', () => {
  const markdown = `# Lock

## Gates

The lock has these gates:

- the upper gate
- the lower gate
- the side gate

The gates of other locks are green.

## Lever

Press the lever of the lock:

\`\`\`sh
press lever of the lock at night and at dawn, and twice in winter, and wait for the bell
\`\`\`

If you sail alone, press twice:

\`\`\`sh
press it alone
\`\`\`
`
  const text = documentOf('Lock', readMarkdown(markdown))
  const shown = (asked: string, words: readonly string[], asks: { asksForCode: boolean; asksForList: boolean }) => {
    const question = understand(asked, { library: memoryLibrary([text]), origins })
    const passage = words.map((each) => quoted(text, each))
    const ranked = words.map((each) => ({ evidence: evidenceOf(text, each), odds: 5 }))
    const tails = withoutTails(question, { ranked, answering: answeringOf(question) }, asks)
    return tails([passage], passage[0] as Quotation).map(written)[0]
  }
  const gates = ['The lock has these gates:', 'the upper gate', 'the lower gate', 'the side gate']
  const list = [...gates, 'The gates of other locks are green.']
  expect(shown('Which gates does the lock have?', list, { asksForCode: false, asksForList: true })).toMatch(
    /side gate$/,
  )
  const code = [
    'Press the lever of the lock:',
    'press lever of the lock at night and at dawn, and twice in winter, and wait for the bell',
  ]
  const way = [...code, 'If you sail alone, press twice:', 'press it alone']
  expect(shown('How do I press the lever of the lock?', way, { asksForCode: true, asksForList: false })).toMatch(
    /bell\n```$/,
  )
})

test('what stands apart from what is shown before it and answers nothing is left out, however likely', () => {
  const code = { asksForCode: true, asksForList: false }
  const asked = 'How do I pull the rope of the gate twice?'
  const [first, last] = [`${ROPE} Pass \`slow\` to the winch.`, 'The lake is blue.']
  expect(left(asked, [ROPE, last], [[first, last]], code)).toEqual([first])
  expect(left(asked, [ROPE, last], [[WAY, 'winch slow', last]], code)[0]).toMatch(/blue\.$/)
})

test('what is less likely to answer is left out behind a long answer, whatever it holds of the question', () => {
  const long = `The keeper of the lock opens the upper gate${', which is wide'.repeat(45)}.`
  const text = documentOf('Lock', readMarkdown(`# Lock\n\n## Gate\n\n${long}\n\nThe keeper of the gate is old.\n`))
  const [lead, last] = [long, 'The keeper of the gate is old.']
  const shown = (odds: number) => {
    const ranked = [lead, last].map((words, at) => ({ evidence: evidenceOf(text, words), odds: at * odds }))
    const question = understand('Who is the keeper of the gate?', { library, origins })
    const rules = { asksForCode: false, asksForList: false }
    const cut = withoutTails(question, { ranked, answering: answeringOf(question) }, rules)
    return cut([[quoted(text, lead), quoted(text, last)]], evidenceOf(text, lead)).map(written)
  }
  expect(shown(-0.9)).toEqual([lead])
  expect(shown(-0.8)).toEqual([`${lead}\n\n${last}`])
})

test('a value stays where one is asked for and none is shown before it', () => {
  const text = documentOf(
    'Lock',
    readMarkdown('# Lock\n\n## Depth\n\nThe lock of the canal is deep. Its floor lies 9 feet down.\n'),
  )
  const whole = 'The lock of the canal is deep. Its floor lies 9 feet down.'
  const lead = evidenceOf(text, 'The lock of the canal is deep.')
  const shown = (asked: string) => {
    const question = understand(asked, { library, origins })
    const rules = { asksForCode: false, asksForList: false }
    const cut = withoutTails(
      question,
      { ranked: [{ evidence: lead, odds: 5 }], answering: answeringOf(question) },
      rules,
    )
    return cut([[quoted(text, whole)]], lead).map(written)
  }
  expect(shown('How many feet deep is the lock of the canal?')).toEqual([whole])
  expect(shown('Is the lock of the canal deep?')).toEqual(['The lock of the canal is deep.'])
})
