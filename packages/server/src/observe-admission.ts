import type { Admission, AdmittedStream } from '#admission/admission.ts'
import type { Settle } from '#admission/settle.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { Tracing } from '#kernel/tracing.ts'
import type { ApiError } from '#protocol/api-error.ts'

/** Counts and traces how requests are let in. */
export function observeAdmission(admission: Admission, metrics: Metrics, tracing: Tracing | undefined): Admission {
  return {
    ...admission,
    async admit(attempt) {
      const span = tracing?.begin(attempt.id, 'admission', { 'deep_research.level': attempt.request.level })
      let outcome = 'error'
      try {
        const admitted = await admission.admit(attempt)
        outcome = outcomeOf(admitted, attempt.id)
        return admitted
      } finally {
        metrics.decided(outcome)
        span?.set({ 'deep_research.outcome': outcome })
        span?.end(outcome === 'error')
      }
    },
  }
}

/** Traces how requests are settled. */
export function observeSettle(settle: Settle, tracing: Tracing | undefined): Settle {
  if (!tracing) return settle
  return async (claim, end) => {
    const span = tracing.begin(claim.id, 'settle', { 'deep_research.status': end.outcome.status })
    let failed = true
    try {
      const settled = await settle(claim, end)
      failed = false
      return settled
    } finally {
      span.end(failed)
    }
  }
}

function outcomeOf(admitted: AdmittedStream | { error: ApiError }, id: string): string {
  if ('error' in admitted) return admitted.error.code.toLowerCase()
  return admitted.feed.id === id ? 'admitted' : 'attached'
}
