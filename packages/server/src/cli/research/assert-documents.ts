import { UserError } from '#kernel/user-error.ts'
import type { Settings } from '../../config.ts'
import type { EngineState } from '../../corpus-engine.ts'
import type { OpenEngine } from '../../product-engine.ts'

/** @throws {@link UserError} if the corpus is searched and has no document. */
export function assertDocuments(
  { corpus }: Pick<Settings, 'corpus'>,
  { documents, problems }: Pick<EngineState, 'documents' | 'problems'>,
): void {
  if (documents !== 0) return
  const why =
    problems > 0 ? `none of its files can be read (${problems} left out, see above)` : 'it has no file to read'
  throw new UserError(
    `CORPUS is ${JSON.stringify(corpus)}: ${why}. Set it to a folder with documents, such as .md, .html, .txt, .pdf or .docx files.`,
  )
}

/** Opens an engine; if its corpus is searched and has no document, closes it and throws a {@link UserError}. */
export function withDocuments(open: OpenEngine): OpenEngine {
  return async (settings, progress, signal) => {
    const engine = await open(settings, progress, signal)
    try {
      const state = engine.describe?.()
      if (state) assertDocuments(settings, state)
    } catch (error) {
      await engine.close()
      throw error
    }
    return engine
  }
}
