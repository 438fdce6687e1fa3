import { readResearchStream } from '@deep-research/sdk'
import { toHtml } from '@deep-research/sdk/citations'

const find = <E extends Element>(selector: string): E => {
  const element = document.querySelector<E>(selector)
  if (element === null) throw new Error(`The page has no ${selector}.`)
  return element
}
const status = find<HTMLElement>('[role=status]')
const article = find<HTMLElement>('article')

/** Asks the backend of this page; shows the answer as plain text while it is written, then with its citations. */
async function ask(query: string): Promise<void> {
  status.textContent = 'Researching …'
  article.textContent = ''
  try {
    const response = await fetch('/api/research', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const stream = readResearchStream(response)
    for await (const text of stream.text()) article.append(text)
    const result = await stream.result()
    // toHtml escapes everything but the Markdown of the answer.
    article.innerHTML = toHtml(result)
    status.textContent = `${result.citations.length} claims, ${result.sources_summary.length} sources`
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
}

find<HTMLFormElement>('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void ask(find<HTMLInputElement>('input').value)
})
