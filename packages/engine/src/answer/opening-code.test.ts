import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'

const RULES: PassageRules = { asksForCode: false, asksForList: false, longest: 600 }

const TOOL = `# Tool

## Use

First read this. It tells how.

Then call it so:

\`\`\`sh
tool --soft
\`\`\`

At last it is done.`

const tool = documentOf('Tool', readMarkdown(TOOL))

const told = (words: string) => written(openingPassage(quoted(tool, words), { ...RULES, asksForCode: true }))

test('code stands behind the sentence directly above it, in the order of the source', () => {
  expect(told('It tells how.')).toBe('First read this. It tells how.\n\nThen call it so:\n\n```sh\ntool --soft\n```')
  expect(told('At last it is done.')).toBe('Then call it so:\n\n```sh\ntool --soft\n```\n\nAt last it is done.')
})

test('the code that a sentence introduces follows it', () => {
  const passage = openingPassage(quoted(tool, 'Then call it so:'), RULES)
  expect(written(passage)).toBe('Then call it so:\n\n```sh\ntool --soft\n```\n\nAt last it is done.')
})

test('code that is cut off says so', () => {
  const long = documentOf('T', readMarkdown(`# T\n\n\`\`\`\n${'call this line of code\n'.repeat(100)}\`\`\``))
  const shown = written(openingPassage(quoted(long, 'call this line of code'), { ...RULES, asksForCode: true }))
  expect(shown).toMatch(/code\n…\n```$/)
})

test('of a program the part that the answer stands in is shown, and beside an answer less of it', () => {
  const part = (name: string) => `// ${name}\n${`${name}()\n`.repeat(20)}`
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
  const text = `# T\n\nCall it so:\n\n\`\`\`\n${names.map(part).join('\n')}\`\`\``
  const program = documentOf('T', readMarkdown(text))
  const shown = (words: string, rules: Partial<PassageRules> = {}) =>
    written(openingPassage(quoted(program, words), { ...RULES, asksForCode: true, ...rules }))
  expect(shown('third()')).toMatch(/^Call it so:\n\n```\n…\n\/\/ third\n[\s\S]*\(\)\n…\n```$/)
  expect(shown('third()')).toMatch(/fourth/)
  expect(shown('third()')).not.toMatch(/second|fifth/)
  expect(shown('Call it so:').length).toBeGreaterThan(1_400)
  expect(shown('Call it so:', { beside: true }).length).toBeLessThan(750)
})

test('the sentence above code brings along what it speaks of', () => {
  const page = readMarkdown(
    '# T\n\n## Gates\n\nA gate may be a function. It is called once, so:\n\n```js\ngate(ship)\n```',
  )
  const lead = quoted(documentOf('T', page), 'gate(ship)')
  const passage = openingPassage(lead, { ...RULES, asksForCode: true })
  expect(passage.map(({ quote }) => quote)).toEqual(['A gate may be a function. It is called once, so:', 'gate(ship)'])
})

test('where a fact is asked for that code tells, as much of that is shown as tells it', () => {
  const calls = 'call(gate)\n'.repeat(40)
  const page = readMarkdown(
    `# T\n\nOpen gates so:\n\n\`\`\`js\n// The first gate\nopen()\n\n// By default a gate\n// is 9 feet deep.\ngate()\n${calls}\`\`\``,
  )
  const code = documentOf('T', page)
  const shown = (rules: Partial<PassageRules>) =>
    written(openingPassage(quoted(code, '// is 9 feet deep.'), { ...RULES, longest: 300, ...rules }))
  expect(shown({})).toBe('```js\n…\n// By default a gate\n// is 9 feet deep.\ngate()\n…\n```')
  expect(shown({ asksForCode: true })).toContain('call(gate)')
})

test('of long code behind a sentence the parts that hold what it names are shown, but not where that is the subject of all', () => {
  const part = (name: string) => `// ${name}\n${`gate.${name}(ship)\n`.repeat(12)}`
  const code = `\`\`\`js\n${['open', 'close', 'paint'].map(part).join('\n')}\`\`\``
  const shown = (title: string, words: string) => {
    const page = documentOf(title, readMarkdown(`# ${title}\n\n## Use\n\n${words}\n\n${code}`))
    return written(openingPassage(quoted(page, words), { ...RULES, asksForCode: true }))
  }
  expect(shown('T', 'It is shut by `.close()`.')).toMatch(/It is shut by `\.close\(\)`\.\n\n```js\n…\n\/\/ close/)
  expect(shown('T', 'It is shut by `.close()`.')).not.toContain('paint')
  expect(shown('T', 'It is shut by hand.')).toContain('paint')
  expect(shown('Close', 'It is shut by `.close()`.')).toContain('paint')
})
