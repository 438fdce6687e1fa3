import { count, number } from './components.ts'
import { type Html, html, none } from './html.ts'
import { formField, type PageContent, type View } from './view.ts'

const PLACES: readonly { path: string; name: string; operators?: boolean }[] = [
  { path: '/playground', name: 'Playground' },
  { path: '/research', name: 'History' },
  { path: '/credentials', name: 'API Credentials' },
  { path: '/webhooks', name: 'Webhooks' },
  { path: '/credits', name: 'Credits' },
  { path: '/operator', name: 'Operator', operators: true },
]

/** The whole document around a page. */
export function layout(view: View, { title, body, scripts = [] }: PageContent): Html {
  const { assets } = view
  const style = assets.url('style.css')
  const icon = assets.url('icon.svg')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Deep Research</title>
${icon === undefined ? none : html`<link rel="icon" href="${icon}" type="image/svg+xml">`}
${style === undefined ? none : html`<link rel="stylesheet" href="${style}">`}
${['page.js', ...scripts].map((name) => script(view, name))}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(view)}
${view.banner === undefined ? none : html`<p class="banner" role="status">${view.banner}</p>`}
<main id="main" tabindex="-1" ${view.visitor ? none : html`class="alone"`}>
${lowBalance(view)}
${body}
</main>
<footer class="foot">${view.visitor ? html`<a href="/start">Get started</a>` : none}<a href="/reference">API reference</a><a href="/openapi.json">OpenAPI</a></footer>
</body>
</html>
`
}

function lowBalance({ low }: View): Html {
  if (!low) return none
  return html`<p class="notice problem">Your balance is ${count(low.balance, 'credit')}, below your alert at ${number(low.below)}. <a href="/credits">See your credits</a></p>`
}

/** The product's mark: lines that grow shorter the deeper they go. */
const brand = html`<a class="brand" href="/"><svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="currentColor"/><path class="lines" d="M5 7h14M7.5 11h9M10 15h4" fill="none" stroke-width="2" stroke-linecap="round"/><circle class="dot" cx="12" cy="18.6" r="1.3"/></svg>Deep Research</a>`

function script({ assets }: View, name: string): Html {
  const url = assets.url(name)
  return url === undefined ? none : html`<script type="module" src="${url}"></script>`
}

function header(view: View): Html {
  const { visitor, path } = view
  if (!visitor) {
    return html`<header class="top">${brand}</header>`
  }
  const places = PLACES.filter(({ operators }) => !operators || visitor.operator)
  return html`<header class="top">
${brand}
<nav aria-label="Dashboard"><ul>
${places.map(
  (place) =>
    html`<li><a href="${place.path}" ${isAt(path, place.path) ? html`aria-current="page"` : none}>${place.name}</a></li>`,
)}
</ul></nav>
<div class="who">
<a href="/account" ${isAt(path, '/account') ? html`aria-current="page"` : none}><span class="email">${visitor.account.email}</span><span class="short">Account</span></a>
<form method="post" action="/sign-out">${formField(view)}<button class="quiet">Sign out</button></form>
</div>
</header>`
}

function isAt(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
