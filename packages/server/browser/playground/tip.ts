import { byId } from './element.ts'

/** What is shown beside a mark while it is pointed at or has the focus. */
export interface Tip {
  attach(mark: HTMLElement, content: () => HTMLElement[]): void
  hide(): void
}

/** Milliseconds in which a pointer may cross from the mark to the tip. */
const CROSSING = 200
const GAP = 6

export function createTip(): Tip {
  const tip = byId('tip')
  let shown: HTMLElement | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(leaving)
    shown?.removeAttribute('aria-describedby')
    shown?.classList.remove('on')
    shown = undefined
    tip.hidden = true
  }
  const leave = () => {
    clearTimeout(leaving)
    leaving = setTimeout(hide, CROSSING)
  }
  const stay = () => clearTimeout(leaving)
  const show = (mark: HTMLElement, content: HTMLElement[], at?: { x: number; y: number }) => {
    hide()
    shown = mark
    mark.classList.add('on')
    mark.setAttribute('aria-describedby', tip.id)
    tip.replaceChildren(...content)
    tip.hidden = false
    place(tip, mark, at)
  }

  tip.addEventListener('mouseenter', stay)
  tip.addEventListener('mouseleave', leave)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  return {
    hide,
    attach(mark, content) {
      mark.addEventListener('mouseenter', ({ clientX: x, clientY: y }) => show(mark, content(), { x, y }))
      mark.addEventListener('mouseleave', leave)
      mark.addEventListener('focus', () => show(mark, content()))
      mark.addEventListener('blur', hide)
      // A finger has no other way to see it: to follow the link at once would hide it again.
      mark.addEventListener('click', (event) => {
        if ((event as PointerEvent).pointerType === 'touch') event.preventDefault()
      })
    },
  }
}

/** Below the line that is pointed at, or above it where there is no room, and within the window. */
function place(tip: HTMLElement, mark: HTMLElement, at: { x: number; y: number } | undefined): void {
  const lines = [...mark.getClientRects()]
  const line = lines.find(({ top, bottom }) => at && at.y >= top && at.y <= bottom) ?? lines[0]
  if (!line) return
  const { width, height } = tip.getBoundingClientRect()
  const left = Math.max(12, Math.min(line.left, document.documentElement.clientWidth - width - 12))
  const below = line.bottom + GAP
  const top = below + height > innerHeight && line.top - GAP - height > 0 ? line.top - GAP - height : below
  tip.style.left = `${left + scrollX}px`
  tip.style.top = `${top + scrollY}px`
}
