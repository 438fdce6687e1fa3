/** What becomes of a fact in a report. */
export type Kind = keyof typeof RIGHT | keyof typeof WRONG

/** A claim of a report, which cites one page. */
export interface PlannedClaim {
  text: string
  kind: Kind
  right: boolean
  /** The page that it cites, and whether that is the one that says it. */
  url: string
}

/** A report with planted errors, and the pages of its subject by host and path. */
export interface PlannedReport {
  question: string
  text: string
  claims: PlannedClaim[]
  sources: { url: string; title: string }[]
  pages: Record<string, string>
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NAMES = ['Mira Olsen', 'Ivo Brandt', 'Ada Kessler', 'Tomas Rehn', 'Lena Varga', 'Piet Moorman', 'Sofia Lindqvist']
const PLACES = ['Harlow', 'Brunsvik', 'Okerfeld', 'Tarn Valley', 'Port Ellis', 'Novagrad', 'Sankt Veit', 'Loxley']
const THINGS = ['bridge', 'tram line', 'library', 'observatory', 'water tower', 'theatre', 'market hall', 'lighthouse']
const MATERIALS = ['granite', 'steel', 'brick', 'limestone', 'oak']

/** Something that was built, as its page tells of it. */
interface Fact {
  thing: string
  by: string
  other: string
  year: number
  cost: number
  length: number
  share: number
  workers: number
  material: string
}

/** The sentences of a page, each of which a report may take up. */
const SAID: Record<string, (fact: Fact) => string> = {
  built: ({ thing, by, year, material }) =>
    `The ${thing} was designed by ${by} and opened in ${year}, and its walls are of ${material}.`,
  cost: ({ thing, cost, year }) =>
    `The council set aside ${cost} million crowns for the ${thing} in ${year - 4}, which was more than it had ever spent.`,
  length: ({ thing, length, workers }) =>
    `The ${thing} is ${length} metres long, and ${workers} workers were employed while it was built.`,
  share: ({ thing, share, year }) =>
    `In ${year + 20} a survey found that ${share} percent of the inhabitants used the ${thing} every week.`,
  denied: ({ thing, other, year }) =>
    `${other} did not take part in the work on the ${thing}, although he had drawn a first plan in ${year - 9}.`,
}
type Said = keyof typeof SAID

/** Ways to say what a page says. */
const RIGHT = {
  verbatim: {
    built: SAID['built'],
    cost: SAID['cost'],
    length: SAID['length'],
    share: SAID['share'],
    denied: SAID['denied'],
  },
  shortened: {
    built: ({ thing, by }: Fact) => `The ${thing} was designed by ${by}.`,
    cost: ({ thing, cost, year }: Fact) =>
      `The council set aside ${cost} million crowns for the ${thing} in ${year - 4}.`,
    length: ({ thing, length }: Fact) => `The ${thing} is ${length} metres long.`,
    share: ({ thing, share }: Fact) => `${share} percent of the inhabitants used the ${thing} every week.`,
    denied: ({ thing, other }: Fact) => `${other} did not take part in the work on the ${thing}.`,
  },
  moved: {
    built: ({ thing, by, year }: Fact) => `Designed by ${by}, the ${thing} opened in ${year}.`,
    cost: ({ thing, cost, year }: Fact) =>
      `In ${year - 4} the council set aside ${cost} million crowns for the ${thing}.`,
    length: ({ thing, workers }: Fact) => `${workers} workers were employed while the ${thing} was built.`,
    share: ({ thing, share, year }: Fact) =>
      `A survey found in ${year + 20} that ${share} percent of the inhabitants used the ${thing} every week.`,
    denied: ({ other, year }: Fact) => `${other} had drawn a first plan in ${year - 9}.`,
  },
} as const

/** Ways to say what it does not. */
const WRONG = {
  number: {
    built: ({ thing, by, year }: Fact) => `The ${thing} was designed by ${by} and opened in ${year + 7}.`,
    cost: ({ thing, cost, year }: Fact) =>
      `The council set aside ${cost + 13} million crowns for the ${thing} in ${year - 4}.`,
    length: ({ thing, length }: Fact) => `The ${thing} is ${length + 110} metres long.`,
    share: ({ thing, share }: Fact) => `${100 - share} percent of the inhabitants used the ${thing} every week.`,
    denied: ({ other, year }: Fact) => `${other} had drawn a first plan in ${year - 2}.`,
  },
  name: {
    built: ({ thing, other }: Fact) => `The ${thing} was designed by ${other}.`,
    cost: ({ thing, cost, other }: Fact) => `${other} set aside ${cost} million crowns for the ${thing}.`,
    length: ({ thing, length, by }: Fact) => `The ${thing} of ${by} in Vienna is ${length} metres long.`,
    share: ({ thing, share, by }: Fact) =>
      `A survey by ${by} found that ${share} percent used the ${thing} every week.`,
    denied: ({ thing, by }: Fact) => `${by} did not take part in the work on the ${thing}.`,
  },
  denied: {
    built: ({ thing, by }: Fact) => `The ${thing} was not designed by ${by}.`,
    cost: ({ thing, cost, year }: Fact) =>
      `The council never set aside ${cost} million crowns for the ${thing} in ${year - 4}.`,
    length: ({ thing, length }: Fact) => `The ${thing} is not ${length} metres long.`,
    share: ({ thing, share }: Fact) => `${share} percent of the inhabitants never used the ${thing}.`,
    denied: ({ thing, other }: Fact) => `${other} took part in the work on the ${thing}.`,
  },
  added: {
    built: ({ thing, by, year }: Fact) =>
      `The ${thing} was designed by ${by} and opened in ${year} after a fire had destroyed the workshop.`,
    cost: ({ thing, cost }: Fact) =>
      `The council set aside ${cost} million crowns for the ${thing} because a rich widow insisted on it.`,
    length: ({ thing, length }: Fact) => `The ${thing} is ${length} metres long and sinks a little every winter.`,
    share: ({ thing, share }: Fact) =>
      `${share} percent of the inhabitants used the ${thing} every week, and most complained about its price.`,
    denied: ({ thing, other }: Fact) =>
      `${other} did not take part in the work on the ${thing}, as he was in prison for debt.`,
  },
  // Said of the right thing, with the page of another one.
  elsewhere: RIGHT.shortened,
} as const

/** Pages and claims of a report, and the share of its claims that is wrong. */
const PAGES = 4
const CLAIMS = 10
const PLANTED = 0.4

/** A report with the pages that it cites; the same for the same seed. */
export function plannedReport(seed: number): PlannedReport {
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const facts = shuffled(PLACES, random)
    .slice(0, PAGES)
    .map((place) => factOf(place, pick, random))
  const urlOf = (at: number) => `https://site${at}.example/${seed}`
  const pages = Object.fromEntries(facts.map((fact, at) => [`site${at}.example/${seed}`, pageOf(fact)]))
  const places = shuffled(
    facts.flatMap((_, at) => Object.keys(SAID).map((said) => ({ at, said }))),
    random,
  )
  const claims = places.slice(0, CLAIMS).map(({ at, said }): PlannedClaim => {
    const isRight = random() >= PLANTED
    const kind = pick(Object.keys(isRight ? RIGHT : WRONG)) as Kind
    const ways = { ...RIGHT, ...WRONG }[kind] as Record<Said, (fact: Fact) => string>
    const fact = facts[at] as Fact
    const cited = kind === 'elsewhere' ? (at + 1) % facts.length : at
    return { text: ways[said]?.(fact) ?? '', kind, right: isRight, url: urlOf(cited) }
  })
  const sources = facts.map((fact, at) => ({ url: urlOf(at), title: `The ${fact.thing}` }))
  return {
    question: `What is known of the ${facts[0]?.thing}? (${seed})`,
    text: textOf(claims, sources, random),
    ...{ claims, sources, pages },
  }
}

function factOf(place: string, pick: <Item>(items: readonly Item[]) => Item, random: () => number): Fact {
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from))
  const by = pick(NAMES)
  return {
    thing: `${place} ${pick(THINGS)}`,
    by,
    other: pick(NAMES.filter((name) => name !== by)),
    year: number(1880, 1990),
    cost: number(12, 90),
    length: number(120, 900),
    share: number(12, 48),
    workers: number(200, 990),
    material: pick(MATERIALS),
  }
}

const FILLER =
  'Its records are kept by the archive of the district, which opens every day and shows them to whoever asks in good time.'

const pageOf = (fact: Fact) =>
  `${Object.values(SAID)
    .map((say) => say(fact))
    .join(' ')}\n\n${FILLER}`

/** Prose and lists under headings, as reports are written. */
function textOf(claims: readonly PlannedClaim[], sources: readonly { url: string }[], random: () => number): string {
  const marked = claims.map(({ text, url }) => {
    const mark = `[${sources.findIndex((source) => source.url === url) + 1}]`
    return random() < 0.5 ? text.replace(/\.$/, ` ${mark}.`) : `${text} ${mark}`
  })
  const half = Math.ceil(marked.length / 2)
  const list = marked.slice(half).map((each) => `- ${each}`)
  return `# Report\n\n## What was built\n\n${marked.slice(0, half).join(' ')}\n\n## Further findings\n\n${list.join('\n')}`
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
