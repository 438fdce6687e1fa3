import { type DeepResearch, ResearchFailedError } from '@deep-research/sdk'

/** Returns an answer and its sources as text or, if the research fails, what had arrived by then. */
export async function brief(client: DeepResearch, query: string): Promise<string> {
  try {
    const { answer_clean, sources_summary } = await client.run({ query })
    return [answer_clean, ...sources_summary.map(({ source }) => `${source.title} ${source.url}`)].join('\n')
  } catch (error) {
    if (!ResearchFailedError.isInstance(error)) throw error
    return `${error.partial.answer_clean} … (not complete)`
  }
}
