import { listSettings, readSettingsFile } from '../../config.ts'

/** What commands read beside the settings. */
const OF_COMMANDS = [
  'DEEP_RESEARCH_API_KEY',
  'DEEP_RESEARCH_BASE_URL',
  'DEEP_RESEARCH_OPERATOR_KEY',
  'NO_COLOR',
  'XDG_CACHE_HOME',
]

/** How many letters a name may differ from that of a setting, to be taken for a slip of the keys. */
const SLIPS = 2
/** The longest name that is compared. */
const LONGEST = 50

/** A line that names what the `.env` file of a folder sets and nothing reads; undefined if there is nothing. */
export function tellUnknownNames(folder = process.cwd()): string | undefined {
  const known = [...listSettings().map(({ name }) => name), ...OF_COMMANDS]
  const unknown = Object.keys(readSettingsFile(folder)).filter((name) => !known.includes(name))
  if (unknown.length === 0) return undefined
  const told = unknown.toSorted().map((name) => {
    const meant = nearest(name, known)
    return meant === undefined ? name : `${name} (is ${meant} meant?)`
  })
  return `.env sets names that are no settings: ${told.join(', ')}`
}

/** The name that is nearest to another one, if it is that near. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const near = known
    .map((each) => ({ each, slips: slipsBetween(name.toUpperCase(), each) }))
    .filter(({ each, slips }) => slips <= SLIPS && slips < each.length / 2)
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.each
}

/** How many letters are changed, left out, added or swapped with the next between two words. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const [a, b] = [one[row - 1], other[column - 1]]
      const swapped = row > 1 && column > 1 && a === other[column - 2] && b === one[row - 2]
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (a === b ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = line
  }
  return last[other.length] ?? 0
}
