import type { Block } from '../types.ts'

/** A block before it is known where it ends. */
export type BegunBlock = Omit<Block, 'end'>

/** A block as it turned out to be. `isAside`: it leads the reader elsewhere; `cells`: of the row that was written last. */
export function settledBlock(
  begun: BegunBlock,
  end: number,
  { isAside, cells }: { isAside: boolean; cells: number },
): Block {
  const { number, ...open } = begun
  if (isAside) return { start: open.start, end, kind: 'furniture', path: open.path }
  // A table of one column is there for its looks.
  if (open.kind === 'row' && cells < 2) return { ...open, end, kind: 'paragraph' }
  return { ...open, end, ...(number === undefined ? {} : { number }) }
}

/** A row that is a label and what stands behind it. */
export const labelled = ({ start, path }: BegunBlock): BegunBlock => ({ start, path, kind: 'item', depth: 1 })
