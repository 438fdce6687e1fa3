/** A file that is made to stop whoever indexes it. */
export interface HostileFile {
  name: string
  body: () => string | Uint8Array
  /** What becomes of it: the problem that is told, or `read` where its text is nothing bad. */
  ends: 'read' | RegExp
}

const PROSE = 'Corals are animals that live in colonies of many thousand polyps, and a colony may grow for centuries. '
const MEGABYTE = 1_000_000
const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))
const numbered = (count: number, unit: (at: number) => string) => Array.from({ length: count }, (_, at) => unit(at))

/** Files of so many megabytes: as many as a test has time for, or as large as they are taken. */
export function hostileFiles(megabytes: number): HostileFile[] {
  const length = megabytes * MEGABYTE
  return [
    { name: 'one line without a stop.txt', body: () => filled('reef and coral ', length), ends: 'read' },
    { name: 'one word.txt', body: () => filled('a', length), ends: 'read' },
    {
      name: 'different words.txt',
      body: () => numbered(length / 8, (at) => at.toString(36).padStart(7, 'q')).join(' '),
      ends: 'read',
    },
    { name: 'no spaces.txt', body: () => filled('珊瑚是群居的动物', length / 3), ends: 'read' },
    { name: 'deep.html', body: () => filled('<div>x', length), ends: /nested too deeply/ },
    {
      name: 'a huge table.html',
      body: () => `<table>${filled('<tr><td>reef<td>coral', length)}`,
      ends: /^read$|elements/,
    },
    { name: 'empty elements.html', body: () => `<p>${PROSE}${filled('<i></i>', length)}`, ends: /^read$|elements/ },
    {
      name: 'a heading above all.html',
      body: () => `<h1>${filled('reef ', length / 2)}</h1>${filled(`<p>${PROSE}</p>`, length / 2)}`,
      ends: 'read',
    },
    { name: 'rows.csv', body: () => filled('reef,coral\n', length), ends: /^read$|memory|longer/ },
    { name: 'brackets.md', body: () => filled('[![', length / 10), ends: 'read' },
    { name: 'quotes in quotes.md', body: () => `${'> '.repeat(200_000)}x`, ends: /nested/ },
    {
      name: 'aliases.md',
      body: () =>
        `---\na: &a [x,x,x,x,x,x,x,x,x]\n${numbered(12, (at) => `a${at + 1}: &a${at + 1} [${filled(`*a${at || ''},`, 30)}x]`).join('\n')}\n---\n${PROSE}`,
      ends: /front matter/,
    },
    {
      name: 'authors.md',
      body: () => `---\nauthors:\n${numbered(length / 20, (at) => `  - Ann Lee ${at}`).join('\n')}\n---\n${PROSE}`,
      ends: 'read',
    },
    {
      name: 'one record.jsonl',
      body: () => JSON.stringify({ title: 'Reef', text: filled(PROSE, length) }),
      ends: 'read',
    },
    { name: 'wrong lines.jsonl', body: () => filled('{\n', length / 10), ends: /not JSON/ },
    {
      name: 'blocks.jsonl',
      body: () => {
        const count = length / 60
        const blocks = Array.from({ length: count }, (_, at) => ({ start: 2 * at, end: 2 * at + 1, kind: 'item' }))
        return JSON.stringify({ title: 'Reef', text: 'a '.repeat(count), blocks })
      },
      ends: 'read',
    },
    {
      name: 'lists in lists.rst',
      body: () => numbered(2_000, (at) => `${' '.repeat(at)}- x`).join('\n\n'),
      ends: /^read$|nested/,
    },
    {
      name: 'blocks in blocks.adoc',
      body: () => `${numbered(2_000, (at) => '='.repeat(4 + at)).join('\n')}\nx`,
      ends: 'read',
    },
  ]
}
