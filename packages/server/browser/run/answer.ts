import { CiteParser, type ResearchResult } from '@deep-research/sdk/citations'
import { type End, placeMarks } from '../../src/answer/marks.ts'
import { createReferences, markAnswer, type Reference, referenceLabel } from '../../src/answer/references.ts'
import { byId, element } from './element.ts'
import { type Block, type MakeMark, renderBlocks } from './markdown-dom.ts'

/** The answer, while it comes and when it is there. */
export interface AnswerView {
  clear(): void
  /** A further piece, its tags included. */
  append(content: string): void
  /** The answer as it is at last, every mark with the number of its source. */
  complete(result: ResearchResult): void
}

export function createAnswer(): AnswerView {
  const answer = byId('answer')
  let parser = new CiteParser()
  let text = ''
  let ends: End[] = []
  let blocks: Block[] = []
  let frame: number | undefined

  const show = (marked: string, makeMark: MakeMark) => {
    const before = blocks
    blocks = renderBlocks(marked, makeMark, before)
    const kept = blocks.findIndex((block, index) => block !== before[index])
    const from = kept < 0 ? blocks.length : kept
    for (const { nodes } of before.slice(from)) for (const node of nodes) node.parentNode?.removeChild(node)
    answer.append(...blocks.slice(from).flatMap(({ nodes }) => nodes))
  }
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  const clear = () => {
    stop()
    parser = new CiteParser()
    text = ''
    ends = []
    blocks = []
    answer.replaceChildren()
  }

  return {
    clear,
    append(content) {
      for (const token of parser.push(content)) {
        if (token.type === 'text') text += token.text
        else if (token.type === 'close') ends.push([text.length, ['']])
      }
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        show(placeMarks(text, ends), comingMark)
      })
    },
    complete(result) {
      clear()
      const referencesOf = createReferences(result)
      show(markAnswer(result), (mark) => referencesOf(mark).map(markOf))
      if (result.answer_clean === '') answer.append(element('p', 'muted', 'The research found no answer.'))
    },
  }
}

/** Stands for a source whose number is told when the answer is complete. */
function comingMark(): Node[] {
  const mark = element('span', 'cite coming', element('span', '', '·'))
  mark.ariaHidden = 'true'
  return [element('sup', '', mark)]
}

function markOf(reference: Reference): Node {
  const { number, citations, verified } = reference
  const link = element('a', verified ? 'cite' : 'cite unverified', element('span', '', String(number)))
  link.id = `claim-${citations[0]}`
  link.href = `#passage-${citations[0]}`
  link.dataset['source'] = `source-${number}`
  link.dataset['cites'] = citations.join(' ')
  link.ariaLabel = referenceLabel(reference)
  // The way back from each of the passages leads here.
  const others = citations.slice(1).map((id) => {
    const place = element('span')
    place.id = `claim-${id}`
    return place
  })
  return element('sup', '', link, ...others)
}
