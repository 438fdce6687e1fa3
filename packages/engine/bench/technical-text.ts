import { randomFrom, wordOf } from './large-folder.ts'

/** Columns of a line, and lines of a page, as such texts are printed. */
const WIDTH = 72
const PAGE = 58
const SECTIONS = 60

type Random = () => number

const below = (random: Random, most: number) => Math.floor(random() * most)
const words = (random: Random, count: number) => Array.from({ length: count }, () => wordOf(below(random, 3_000)))
const title = (random: Random) =>
  words(random, 3)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Lines of running text, indented by three. */
function paragraph(random: Random): string[] {
  const lines: string[] = []
  let line = '  '
  for (const word of words(random, 40 + below(random, 60))) {
    if (line.length + word.length >= WIDTH) {
      lines.push(line)
      line = '  '
    }
    line += ` ${word}`
  }
  return [...lines, `${line}.`]
}

/** A table drawn with bars and dashes, many of whose cells are blank. */
function ruledTable(random: Random): string[] {
  const columns = [12, 9, 9, 24]
  const rule = `   +${columns.map((width) => '-'.repeat(width)).join('+')}+`
  const row = () =>
    `   |${columns.map((width) => (random() < 0.5 ? '' : ` ${wordOf(below(random, 900))}`).slice(0, width).padEnd(width)).join('|')}|`
  return [rule, row(), rule, ...Array.from({ length: 6 + below(random, 20) }, row), rule]
}

/** The fields of a header, 32 bits to a line. */
function packet(random: Random): string[] {
  const rule = `   ${'+-'.repeat(32)}+`
  const field = () => `   |${wordOf(below(random, 500)).padStart(20).padEnd(31)}|${' '.repeat(31)}|`
  const ruler = `    ${Array.from({ length: 32 }, (_, bit) => bit % 10).join(' ')}`
  return [ruler, rule, ...Array.from({ length: 3 + below(random, 5) }, field).flatMap((line) => [line, rule])]
}

/** Who sends what to whom, one line below the other. */
function ladder(random: Random): string[] {
  const step = () => {
    const [left, right] = random() < 0.5 ? ['  ', '->'] : ['<-', '  ']
    return [
      `      |  ${left}${`-- ${wordOf(below(random, 800))} --`.padStart(24).padEnd(36)}${right}  |`,
      `      |${' '.repeat(44)}|`,
    ]
  }
  return ['   Client                                       Server', ...Array.from({ length: 8 }, step).flat()]
}

/** A machine of states, in boxes. */
function boxes(random: Random): string[] {
  const name = () => wordOf(below(random, 800)).toUpperCase().slice(0, 9).padStart(6).padEnd(9)
  return [
    '                              +---------+ ---------\\      active OPEN',
    `                              |${name()}|            \\    -----------`,
    '                              +---------+<---------\\   \\   create TCB',
    '                                |     ^              \\   \\  snd SYN',
    `                   passive OPEN |     |   CLOSE        \\   \\`,
    `                                V     |                  \\   \\`,
    `                              +---------+            +---------+`,
    `                              |${name()}|            |${name()}|`,
    `                              +---------+            +---------+`,
  ]
}

function grammar(random: Random): string[] {
  const rule = () =>
    `   ${wordOf(below(random, 900)).padEnd(18)} = *( ${wordOf(below(random, 900))} / %x20-7E ) [ "${wordOf(below(random, 90))}" ]`
  return Array.from({ length: 10 }, rule)
}

const contents = (number: number, heading: string) => `   ${`${number}.  ${heading} `.padEnd(60, ' .')} ${number * 2}`

/** Lines on pages, each with a foot and a head. */
function paged(lines: readonly string[], name: string): string {
  const pages: string[] = []
  for (let at = 0; at < lines.length; at += PAGE) {
    const number = pages.length + 1
    const foot = `${'Doe & Roe'.padEnd(30)}Standards Track${`[Page ${number}]`.padStart(27)}`
    const head = `${name.padEnd(30)}${'The Protocol'.padEnd(30)}March 2024`
    pages.push([...lines.slice(at, at + PAGE), '', foot, '\f', head, ''].join('\n'))
  }
  return pages.join('\n')
}

/** A long technical text with tables, diagrams and grammars of ASCII, as standards of the internet are written. */
export function technicalText(number: number): string {
  const random = randomFrom(number + 1)
  const headings = Array.from({ length: SECTIONS }, () => title(random))
  const parts = [paragraph, ruledTable, packet, ladder, boxes, grammar]
  const body = headings.flatMap((heading, at) => {
    const shown = Array.from({ length: 14 }, () =>
      (parts[random() < 0.6 ? 0 : below(random, parts.length)] ?? paragraph)(random),
    )
    return [`${at + 1}.  ${heading}`, '', ...shown.flatMap((lines) => [...lines, ''])]
  })
  const opening = [`Request for Comments: ${9_000 + number}`, '', title(random), '', 'Table of Contents', '']
  return paged(
    [...opening, ...headings.map((heading, at) => contents(at + 1, heading)), '', ...body],
    `RFC ${9_000 + number}`,
  )
}
