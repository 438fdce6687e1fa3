import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { answerIn } from './answer-in.ts'
import { drawTerminal } from './ask-in-terminal.ts'
import { toSvg } from './to-svg.ts'

test('styles, replaced lines and links are drawn as a terminal shows them', () => {
  const svg = toSvg(
    '\r\u001B[2Kgone …\r\u001B[2K\u001B[1mA & B\u001B[22m \u001B[36m<c>\u001B[39m\n\u001B]8;;file:///x\u0007x.md:3\u001B]8;;\u0007',
    40,
    'Title',
  )
  expect(svg).toContain(
    '<tspan font-weight="bold">A &amp; B</tspan><tspan> </tspan><tspan fill="#79c0ff">&lt;c></tspan>',
  )
  expect(svg).toContain('<tspan>x.md:3</tspan>')
  expect(svg).not.toContain('gone')
  expect(svg).not.toContain('\u001B')
})

test('the picture of the front page shows the answer of today', async () => {
  const picture = readFileSync(resolve(import.meta.dirname, '../../docs/pictures/ask.svg'), 'utf8')
  expect(answerIn(picture)).toMatch(/Sources[\s\S]*State of the Union Address, 19\d\d/)
  expect(answerIn(await drawTerminal()), 'run pnpm pictures, which makes both pictures anew').toBe(answerIn(picture))
})
