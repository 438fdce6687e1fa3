import { byId, element } from './element.ts'

/** Milliseconds in which a pointer may cross from a superscript to its card. */
const CROSSING = 200
const GAP = 4
const MARGIN = 12

/**
 * Shows a card beside the superscript of a citation while it is pointed at, has the focus or was tapped: the source, the
 * passage, and what the check came to. Escape closes it. @returns what hides it.
 */
export function addCards(): () => void {
  const answer = byId('answer')
  const card = byId('tip')
  let shown: HTMLElement | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(leaving)
    shown?.removeAttribute('aria-describedby')
    shown?.classList.remove('on')
    shown = undefined
    card.hidden = true
  }
  const leave = () => {
    clearTimeout(leaving)
    leaving = setTimeout(hide, CROSSING)
  }
  const show = (cite: HTMLElement) => {
    clearTimeout(leaving)
    if (cite === shown) return
    hide()
    shown = cite
    cite.classList.add('on')
    cite.setAttribute('aria-describedby', card.id)
    card.replaceChildren(...contentOf(cite))
    card.hidden = false
    place(card, cite)
  }

  answer.addEventListener('mouseover', ({ target }) => {
    const cite = citeOf(target)
    if (cite) show(cite)
    else if (shown && document.activeElement !== shown) leave()
  })
  answer.addEventListener('mouseleave', leave)
  answer.addEventListener('focusin', ({ target }) => {
    const cite = citeOf(target)
    if (cite) show(cite)
  })
  answer.addEventListener('focusout', hide)
  // A finger has no other way to see it: to follow the link at once would hide it again.
  answer.addEventListener('click', (event) => {
    const cite = citeOf(event.target)
    if (!cite || (event as PointerEvent).pointerType !== 'touch') return
    event.preventDefault()
    show(cite)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (shown && !citeOf(target) && !card.contains(target as Node)) hide()
  })
  card.addEventListener('mouseenter', () => clearTimeout(leaving))
  card.addEventListener('mouseleave', leave)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  return hide
}

function citeOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('a.cite') : null
}

/** What the list of sources says of the citation, without links, because nobody can move into a card by keyboard. */
function contentOf(cite: HTMLElement): HTMLElement[] {
  const source = document.getElementById(cite.dataset['source'] ?? '')
  const title = element('div', 'title', source?.querySelector('.title')?.textContent ?? '')
  title.dir = 'auto'
  const passages = (cite.dataset['cites'] ?? '')
    .split(' ')
    .flatMap((id) => document.getElementById(`passage-${id}`) ?? [])
  const copies = passages.map((passage) => {
    const copy = passage.cloneNode(true) as HTMLElement
    copy.removeAttribute('id')
    copy.removeAttribute('tabindex')
    for (const link of copy.querySelectorAll('a')) link.remove()
    return copy
  })
  return [title, element('ul', 'passages', ...copies)]
}

/** Below the superscript, or above it where there is more room, and within the window: what is longer is scrolled. */
function place(card: HTMLElement, cite: HTMLElement): void {
  const at = cite.getBoundingClientRect()
  const [over, under] = [at.top - GAP - MARGIN, innerHeight - at.bottom - GAP - MARGIN]
  card.style.maxHeight = `${Math.max(over, under)}px`
  const { width, height } = card.getBoundingClientRect()
  const left = Math.max(MARGIN, Math.min(at.left, document.documentElement.clientWidth - width - MARGIN))
  const below = at.bottom + GAP
  const top = height > under && over > under ? at.top - GAP - height : below
  card.style.left = `${left + scrollX}px`
  card.style.top = `${top + scrollY}px`
}
