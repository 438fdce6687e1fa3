import { UserError } from '#kernel/user-error.ts'
import type { Settings } from '../../config.ts'
import type { EngineState } from '../../corpus-engine.ts'

/** @throws {@link UserError} if the corpus is searched and has no document. */
export function assertDocuments(
  { corpus }: Pick<Settings, 'corpus'>,
  { documents, problems }: Pick<EngineState, 'documents' | 'problems'>,
): void {
  if (documents !== 0) return
  const why =
    problems > 0 ? `none of its files can be read (${problems} left out, see above)` : 'it has no file to read'
  throw new UserError(
    `CORPUS is ${JSON.stringify(corpus)}: ${why}. Set it to a folder with .md, .html, .htm, .txt, .pdf or .jsonl files.`,
  )
}
