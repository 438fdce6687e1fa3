import { HOSTED_SERVICES, type HostedName } from '#hosted/calls.ts'
import { wireHosted } from '#hosted/wire-hosted.ts'
import type { EngineEvent } from '../src/types.ts'
import { closeServices, scriptedHosted } from '../test/hosted/scripted-service.ts'
import { KEY, webOf } from '../test/hosted/web-of.ts'
import { type Kind, type PlannedReport, plannedReport } from './hosted-reports.ts'

/** Reports of each service. */
export const REPORTS = 60

/** What became of the claims of reports. */
export interface HostedScores {
  service: HostedName
  /** Planted errors, and those of them that came out as not verified. */
  planted: number
  caught: number
  right: number
  verified: number
  /** Of each kind of claim, how many there are and how many were verified. */
  kinds: Partial<Record<Kind, { claims: number; verified: number }>>
  /** Citations, and those whose offsets are exact in the answer and in the page. */
  citations: number
  exact: number
  /** Claims of the reports that the answers do not hold. */
  lost: string[]
}

/** Has a scripted service write reports with planted errors, and counts what becomes of them. */
export async function scoreHosted(service: HostedName, reports = REPORTS, seed = 1): Promise<HostedScores> {
  const planned = Array.from({ length: reports }, (_, at) => plannedReport(seed * 1_000 + at))
  const byQuestion = new Map(planned.map((one) => [one.question, one]))
  const scripted = await scriptedHosted({
    service,
    reportOf: (question) => byQuestion.get(question) ?? { text: '', sources: [] },
  })
  const web = await webOf(Object.assign({}, ...planned.map(({ pages }) => pages)))
  const hosted = wireHosted({
    service: { service, baseUrl: scripted.url, apiKey: KEY, pollMs: 1, pauseMs: 1 },
    ...{ pagesFile: ':memory:', userAgent: 'deep-research-bench', reach: web.reach },
  })
  const scores: HostedScores = {
    ...{ service, planted: 0, caught: 0, right: 0, verified: 0, kinds: {}, citations: 0, exact: 0, lost: [] },
  }
  try {
    for (const one of planned) await score(one, hosted, scores)
    return scores
  } finally {
    await hosted.close()
    web.close()
    closeServices()
  }
}

async function score(one: PlannedReport, hosted: ReturnType<typeof wireHosted>, scores: HostedScores): Promise<void> {
  const { signal } = new AbortController()
  let last: EngineEvent | undefined
  for await (const event of hosted.research({ query: one.question, level: 'low' }, { signal })) last = event
  if (last?.type !== 'completed') throw new Error('no result')
  const { citations, answer_clean } = last.result
  for (const { start_offset, end_offset, cited_text, source_anchor, source } of citations) {
    const page = await hosted.outside.pages.read(source.url, signal)
    const { source_start_offset, source_end_offset, quote } = source_anchor
    const inAnswer = answer_clean.slice(start_offset, end_offset) === cited_text
    const inSource = page.document.text.slice(source_start_offset, source_end_offset) === quote
    scores.citations += 1
    scores.exact += Number(inAnswer && inSource)
  }
  for (const { text, kind, right } of one.claims) {
    const said = text.replace(/\.$/, '')
    const own = citations.filter(
      ({ cited_text }) => cited_text.includes(said) || said.includes(cited_text.replace(/\.$/, '')),
    )
    if (!answer_clean.includes(said)) scores.lost.push(text)
    const isVerified = own.length > 0 && own.every(({ verified }) => verified)
    const before = scores.kinds[kind] ?? { claims: 0, verified: 0 }
    scores.kinds[kind] = { claims: before.claims + 1, verified: before.verified + Number(isVerified) }
    if (right) {
      scores.right += 1
      scores.verified += Number(isVerified)
    } else {
      scores.planted += 1
      scores.caught += Number(!isVerified)
    }
  }
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3))

if (import.meta.main) {
  for (const service of HOSTED_SERVICES) {
    const { planted, caught, right, verified, citations, exact, kinds, lost } = await scoreHosted(service)
    console.log(
      `${service}: planted ${planted}, not verified ${share(caught, planted)}; right ${right}, verified ${share(verified, right)}; offsets exact ${share(exact, citations)} of ${citations}; claims lost ${lost.length}`,
    )
    const each = Object.entries(kinds).map(([kind, { claims, verified }]) => `${kind} ${verified}/${claims}`)
    console.log(`  verified by kind: ${each.sort().join(', ')}`)
  }
}
