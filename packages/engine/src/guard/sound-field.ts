import { visibleLine } from '#language/visible.ts'
import { isInstruction } from './instructions.ts'
import { neutralise } from './neutralise.ts'
import { unlink } from './unlink.ts'

/**
 * What a stranger says of a document, such as its title or an author, as it may stand beside a quotation: one visible
 * line that leads nowhere and addresses no model, cut to so many UTF-16 units. '' if nothing is left.
 */
export function soundField(text: string, longest: number): string {
  const line = visibleLine(text, longest)
  return isInstruction(line) ? '' : visibleLine(unlink(neutralise(line)), longest)
}
