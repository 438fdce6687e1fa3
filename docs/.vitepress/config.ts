import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { repositoryLinks } from './repository-links.ts'

const icon = readFileSync(new URL('../../packages/server/browser/icon.svg', import.meta.url), 'utf8')
const api = new URL('../api/typedoc-sidebar.json', import.meta.url)
/** A site without the pages of types can be looked at while guides are written. */
const pagesOfTypes = existsSync(api) ? JSON.parse(readFileSync(api, 'utf8')) : []

/** Guides are found before the pages of single types. The site copies the function, so it needs nothing else. */
export function boostDocument(page: string): number {
  return /\/api\//.test(page) ? 0.1 : 1
}

export default defineConfig({
  title: 'deep-research',
  description: 'Ask a question and stream back an answer whose every claim names its source.',
  lang: 'en',
  // The dashboard's own; written out, it is found under any path.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  cleanUrls: true,
  // Whoever publishes the site under a path of its own says so.
  base: process.env['DOCS_BASE'] ?? '/',
  markdown: { config: (markdown) => repositoryLinks(markdown, process.env['DOCS_REPOSITORY']) },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    outline: [2, 3],
    nav: [
      { text: 'Quickstart', link: '/quickstart' },
      { text: 'SDK', link: '/sdk' },
      { text: 'Service', link: '/self-hosting' },
      { text: 'Reference', link: '/api/' },
    ],
    sidebar: {
      // Apart, because the pages of all types would more than double the size of every guide.
      '/api/': [{ text: 'API of the packages', link: '/api/', items: pagesOfTypes }],
      '/': [
        {
          text: 'Start',
          items: [
            { text: 'Quickstart', link: '/quickstart' },
            { text: 'Call the API', link: '/calling' },
            { text: 'Command line', link: '/command-line' },
            { text: 'Clients of OpenAI', link: '/openai' },
            { text: 'Troubleshooting', link: '/troubleshooting' },
          ],
        },
        {
          text: 'Use the SDK',
          items: [
            { text: 'The client', link: '/sdk' },
            { text: 'The client: reference', link: '/sdk-reference' },
            { text: 'Citations in a web page', link: '/citations' },
            { text: 'Relay to a browser', link: '/relay' },
            { text: 'Test with the mock', link: '/testing' },
            { text: 'Test runners', link: '/test-runners' },
          ],
        },
        {
          text: 'Run the service',
          items: [
            { text: 'Self-hosting', link: '/self-hosting' },
            { text: 'The service', link: '/service' },
            { text: 'Settings', link: '/settings' },
            { text: 'Choose a model', link: '/models' },
            { text: 'With a model', link: '/with-a-model' },
            { text: 'Models: tables', link: '/models-reference' },
            { text: 'Models and search', link: '/models-and-search' },
            { text: 'Papers, browsers and MCP', link: '/sources' },
            { text: 'Hosted research', link: '/hosted-research' },
            { text: 'The console', link: '/dashboard' },
            { text: 'The console, page by page', link: '/console-reference' },
            { text: 'Accounts and sign-in', link: '/accounts' },
            { text: 'Webhooks', link: '/webhooks' },
            { text: 'Operating', link: '/operate' },
            { text: 'Operating: tables', link: '/operate-reference' },
            { text: 'The operator’s API', link: '/operator-api' },
            { text: 'Security', link: '/security' },
          ],
        },
        {
          text: 'Understand it',
          items: [
            { text: 'Protocol', link: '/protocol' },
            { text: 'How an answer is made', link: '/engine' },
            { text: 'What an answer contains', link: '/answers' },
            { text: 'Formats of documents', link: '/formats' },
            { text: 'Scorecard', link: '/scorecard' },
            { text: 'What was measured', link: '/measured' },
            { text: 'Decisions', link: '/decisions' },
            { text: 'Architecture', link: '/architecture' },
            { text: 'The rooms', link: '/rooms' },
            { text: 'Where changes go', link: '/changes' },
            { text: 'Contributing', link: '/contributing' },
          ],
        },
        { text: 'API of the packages', link: '/api/' },
      ],
    },
  },
})
