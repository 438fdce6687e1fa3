/** Keeps the list of running requests up to date. */

interface Running {
  now: number
  running: readonly { id: string; query: string; level: string; startedAt: number }[]
}

const EVERY = 2_000

const list = document.getElementById('running')
const section = document.getElementById('running-section')
const pattern = document.querySelector<HTMLTemplateElement>('template#running-item')

/** How far the service's clock is ahead of this one's, in milliseconds. */
let ahead = 0

function part(item: Element, selector: string): HTMLElement | null {
  return item.querySelector<HTMLElement>(selector)
}

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

function add({ id, query, level, startedAt }: Running['running'][number]): void {
  const item = pattern?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined
  if (!item) return
  item.dataset['id'] = id
  const link = part(item, '.query')
  link?.setAttribute('href', `/research/${id}`)
  write(link, query)
  write(part(item, '[data-level]'), level)
  const since = part(item, '[data-since]')
  if (since) since.dataset['since'] = String(startedAt)
  item.querySelector('form')?.setAttribute('action', `/research/${id}/cancel`)
  item.querySelector('button')?.setAttribute('aria-label', `Cancel: ${query}`)
  list?.prepend(item)
}

function end(item: HTMLElement): void {
  if (item.dataset['ended']) return
  item.dataset['ended'] = 'true'
  const badge = part(item, '[data-status]')
  badge?.classList.replace('running', 'ended')
  write(badge, 'ended')
  const link = document.createElement('a')
  link.href = `/research/${item.dataset['id'] ?? ''}`
  link.textContent = 'Open'
  item.querySelector('form')?.replaceWith(link)
}

function show({ running }: Running): void {
  const items = [...(list?.querySelectorAll<HTMLElement>('li') ?? [])]
  for (const item of items) {
    if (!running.some(({ id }) => id === item.dataset['id'])) end(item)
  }
  for (const request of running.toReversed()) {
    if (!items.some((item) => item.dataset['id'] === request.id)) add(request)
  }
  section?.toggleAttribute('hidden', list?.childElementCount === 0)
}

function tick(): void {
  for (const item of list?.querySelectorAll<HTMLElement>('li:not([data-ended]) [data-since]') ?? []) {
    const seconds = Math.max(0, (Date.now() + ahead - Number(item.dataset['since'])) / 1000)
    write(
      item,
      seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`,
    )
  }
}

async function look(): Promise<void> {
  if (document.hidden) return
  try {
    const response = await fetch('/research/running', { redirect: 'error' })
    if (!response.ok) return
    const state: Running = await response.json()
    ahead = state.now - Date.now()
    show(state)
  } catch {
    // Out of reach, or signed out: the next look or the next click tells.
  }
}

setInterval(tick, 1_000)
setInterval(look, EVERY)
look()

export {}
