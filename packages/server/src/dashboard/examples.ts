import { LANGUAGES } from './answer/snippets.ts'
import { type Html, html, none } from './html.ts'

type Language = keyof typeof LANGUAGES

/** One example in several languages: tabs that work without a script, each with a button that copies it. */
export function examples(codes: Readonly<Record<Language, string>>): Html {
  const languages = Object.entries(LANGUAGES) as [Language, string][]
  return html`<div class="tabs">
<fieldset><legend class="hidden">Language of the example</legend>
${languages.map(
  ([language, name], index) =>
    html`<label><input type="radio" name="language" value="${language}" ${index === 0 ? html`checked` : none}> ${name}</label>`,
)}
</fieldset>
${languages.map(
  ([language, name]) => html`<div class="code" data-tab="${language}">
<button type="button" data-copy="code-${language}" aria-label="Copy the ${name} example" hidden>Copy</button>
<pre id="code-${language}" tabindex="0" aria-label="${name} example">${codes[language]}</pre></div>`,
)}
</div>`
}
