/**
 * A report on a screen and on paper. It is light everywhere; on paper, addresses stand beside what they are linked
 * from, and what would be scrolled is broken into lines.
 */
const STYLE = `@page{margin:18mm 18mm 20mm;@bottom-center{content:counter(page)" / "counter(pages);font:8pt sans-serif}}
:root{color-scheme:only light}
body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#14181f;overflow-wrap:anywhere}
table{border-collapse:collapse}
td,th{border:1px solid #ccd2da;padding:.2em .6em;text-align:start;vertical-align:top}
th{overflow-wrap:break-word}
pre{white-space:pre-wrap;background:#f6f7f9;padding:.8em}
sup{line-height:0}
.unverified{text-decoration:underline dashed}
.sources{border-top:1px solid #ccd2da;padding-top:1em}
.sources a::after{content:attr(href);display:inline-block;margin-left:.5em;color:#535d69}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt}
h1,h2,h3,h4,h5,h6{break-after:avoid}
tr,.sources li{break-inside:avoid}
p,li{orphans:3;widows:3}}`

/**
 * A document around an answer, which needs no other file.
 *
 * @param title - HTML
 * @param body - HTML
 */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
${STYLE}
</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<main dir="auto">
${body}
</main>
</body>
</html>
`
}
