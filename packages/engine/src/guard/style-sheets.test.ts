import { describe, expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { visibilityOf } from './style-sheets.ts'

/** The text of a page as a reader sees it. */
const seen = (html: string) => readHtml(html, { visibility: visibilityOf(html) }).text
const styled = (css: string, html: string) =>
  seen(`<html><head><style>${css}</style></head><body>${html}</body></html>`)

describe('hidden', () => {
  test.each([
    ['a descendant', '.note .x{display:none}', '<div class=note><span><p class=x>HIDDEN</p></span></div>'],
    ['a child', 'div > p{display:none}', '<div><p>HIDDEN</p></div>'],
    ['by an attribute', 'p[data-x^="no"]{visibility:hidden}', '<p data-x=nothing>HIDDEN</p>'],
    ['by id and class', '#a.b{opacity:0.01}', '<p id=a class="b c">HIDDEN</p>'],
    ['by two faint elements', '.f{opacity:.3}', '<div class=f><p class=f>HIDDEN</p></div>'],
    ['for screens', '@media screen{p{display:none}}', '<p>HIDDEN</p>'],
    ['in a layer, behind a comment', '/* } */ @layer a{ p /* x */ {display:none} }', '<p>HIDDEN</p>'],
    ['behind a faulty rule', '@import "x"; a{b:c{d:e}} p{display:none}', '<p>HIDDEN</p>'],
    ['near its ground', 'body{background:#fafafa} p{color:#f3f3f3}', '<p>HIDDEN</p>'],
    ['near a dark ground', '.d{background-color:rgb(10 10 10)} .d p{color:#111}', '<div class=d><p>HIDDEN</p></div>'],
    ['by the last rule', 'p{display:block} p{display:none}', '<p>HIDDEN</p>'],
    ['by the weightier rule', '#a{display:none} p{display:block}', '<p id=a>HIDDEN</p>'],
  ])('%s', (_, css, html) => expect(styled(css, `${html}<h2>Seen</h2>`)).toBe('Seen'))

  test.each([
    'opacity:0.05',
    'filter:opacity(0)',
    'transform:scale(0)',
    'transform:scale(.01)',
    'transform:translateX(-9999px)',
    'transform: rotateY(90deg)',
    'position:absolute;left:-200vw',
    'clip-path:circle(0)',
    'clip-path: inset(100%)',
    'clip-path:polygon(0 0, 0 0, 0 0)',
    'max-height:0;overflow:hidden',
    'width:1px;height:1px;overflow:hidden',
    'font-size:0.1em',
    'font:1px/1 serif',
    'letter-spacing:-1em',
    'line-height:0',
    'color:hsl(0, 0%, 99%)',
    'color:rgba(0,0,0,.02)',
    'color:whitesmoke',
    '-webkit-text-fill-color:transparent',
    'background:#222;color:#252525',
    'content-visibility:hidden',
  ])('%s', (style) => expect(seen(`<p style="${style}">HIDDEN</p><p>Seen`)).toBe('Seen'))

  test('what is closed', () => {
    expect(seen('<details><summary>Why?</summary><p>Because.</p></details>')).toContain('Because.')
    expect(seen('<details open><summary>More</summary><p>Shown</p></details>')).toContain('Shown')
  })
})

describe('shown', () => {
  test.each([
    ['another class', '.x{display:none}', '<p class=xy>SHOWN</p>'],
    ['no descendant', '.a .x{display:none}', '<p class=x>SHOWN</p>'],
    ['no child', '.a > .x{display:none}', '<div class=a><i><p class=x>SHOWN</p></i></div>'],
    ['on paper alone', '@media print{p{display:none}}', '<p>SHOWN</p>'],
    ['on small screens alone', '@media (max-width:400px){p{display:none}}', '<p>SHOWN</p>'],
    ['a state', 'p:hover{display:none} p::before{display:none}', '<p>SHOWN</p>'],
    ['shown again by what is open', '.tab{display:none} .tab.open{display:block}', '<p class="tab open">SHOWN</p>'],
    ['white on a dark ground', 'body{background:#123} p{color:white}', '<p>SHOWN</p>'],
    ['white on a picture', 'div{background:url(x.png)} p{color:white}', '<div><p>SHOWN</p></div>'],
    ['a variable', 'p{color:var(--ink);background:var(--paper)}', '<p>SHOWN</p>'],
    ['a little faint, shifted and small', 'p{opacity:.8;margin-left:-20px;font-size:11px}', '<p>SHOWN</p>'],
    ['grey', 'p{color:#777}', '<p>SHOWN</p>'],
    ['scaled and turned', 'p{transform:scale(0.9) rotate(90deg)}', '<p>SHOWN</p>'],
  ])('%s', (_, css, html) => expect(styled(css, html)).toContain('SHOWN'))
})

test('what asks for too much work is not begun', () => {
  const css = Array.from({ length: 5_000 }, (_, i) => `.c${i} p{display:none}`).join('')
  expect(() => styled(css, `${'<div>'.repeat(300)}${'<p>x</p>'.repeat(300)}`)).toThrow('more style rules')
})
