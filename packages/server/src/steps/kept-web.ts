import type { Outside } from '@deep-research/engine'
import { attempt, type Failures, resultOf } from './attempt.ts'
import type { RunSteps } from './run-steps.ts'

type Web = NonNullable<Outside['web']>
type Page = NonNullable<Awaited<ReturnType<Web['pages']['keepExcerpt']>>>

/** The web, where each search and each document is a step of the run. */
export function keepWeb({ chain, pages, ...limits }: Web, steps: RunSteps, failures: Failures): Web {
  const { take } = taking(steps, failures)
  return {
    ...limits,
    chain: {
      get states() {
        return chain.states
      },
      search(request) {
        const { query, language, signal } = request
        return take(steps.key('search', query, language), signal, () => chain.search(request))
      },
    },
    pages: keepPages(pages, steps, failures),
  }
}

/** The pages of the web, where each document is a step of the run. */
export function keepPages(pages: Web['pages'], steps: RunSteps, failures: Failures): Web['pages'] {
  const { take, takePage } = taking(steps, failures)
  return {
    ...pages,
    read: (address, signal) => takePage(steps.key('page', address), signal, () => pages.read(address, signal)),
    async keepExcerpt(draft, signal) {
      const work = async () => [await pages.keepExcerpt(draft, signal)].flatMap((page) => (page ? toJson(page) : []))
      const [page] = await take(steps.key('excerpt', draft.url), signal, work)
      return page && fromJson(page)
    },
    keepOwn: (draft, signal) => takePage(steps.key('own', draft.url), signal, () => pages.keepOwn(draft, signal)),
  }
}

function taking(steps: RunSteps, failures: Failures) {
  const take = async <Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
    resultOf(await steps.take(key, signal, () => attempt(work, failures, signal)), failures)
  const takePage = async <Read extends Page>(key: string, signal: AbortSignal, keep: () => Promise<Read>) =>
    fromJson(await take(key, signal, async () => toJson(await keep())))
  return { take, takePage }
}

/** A page whose index has numbers in plain arrays: JSON knows no others. */
type Plain<Read extends Page> = Omit<Read, 'passages'> & { passages: Record<string, string | readonly number[]> }

function toJson<Read extends Page>({ passages, ...page }: Read): Plain<Read> {
  const numbers = ([name, value]: [string, string | Uint32Array]) =>
    [name, typeof value === 'string' ? value : [...value]] as const
  return { ...page, passages: Object.fromEntries(Object.entries(passages).map(numbers)) }
}

function fromJson<Read extends Page>({ passages, ...page }: Plain<Read>): Read {
  const typed = ([name, value]: [string, string | readonly number[]]) =>
    [name, typeof value === 'string' ? value : Uint32Array.from(value)] as const
  return { ...page, passages: Object.fromEntries(Object.entries(passages).map(typed)) } as unknown as Read
}
