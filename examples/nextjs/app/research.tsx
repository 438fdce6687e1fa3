'use client'

import { toSegments } from '@deep-research/sdk/citations'
import { useResearch } from '@deep-research/sdk/react'

/** A form, and below it the answer: plain while it is written, then with a number after each claim. */
export function Research() {
  const { status, text, result, error, ask, abort } = useResearch({ api: '/api/research' })
  return (
    <>
      <form action={(form) => void ask({ query: String(form.get('query')) })}>
        <input name="query" aria-label="Question" defaultValue="At what temperature does water boil?" />
        <button type="submit">Ask</button>
        <button type="button" onClick={abort}>
          Stop
        </button>
      </form>
      <p role="status">{error === undefined ? status : error.message}</p>
      {result === undefined ? (
        <p>{text}</p>
      ) : (
        <p style={{ whiteSpace: 'pre-wrap' }}>
          {toSegments(result).map(({ text, citations }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an answer stay in their order.
            <span key={at}>
              {text}
              {citations.map(({ id, source, source_anchor }) => (
                <a key={id} href={source.url} title={source_anchor.quote}>
                  [{id.replace('cite_', '')}]
                </a>
              ))}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
